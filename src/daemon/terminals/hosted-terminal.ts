/** One terminal of an agent: starts its program and everything that belongs to it, and ends them in order. */
import type { Delivery } from '../../channels/delivery.js';
import { textOf } from '../../i18n.js';
import type { DaemonSpec } from '../../launch/daemon-spec.js';
import { printedFile } from '../../paths.js';
import { newInstance } from '../../random-ids.js';
import type { TerminalEntry } from '../../registry/entry.js';
import { sessionKind } from '../../taskstore/addressee.js';
import type { Ending } from '../../team/sessions/session-starts.js';
import type { BoxedProgram } from '../screen/boxed-program.js';
import { Viewers } from '../screen/viewers.js';
import type { ProjectTerminal } from '../sessions/project-terminal.js';
import { askToEnd, lastWords } from '../sessions/unattended.js';
import { Spool, type SpoolParts } from '../spool/spool.js';
import { atMost } from '../start/at-most.js';
import { makeDelivery } from '../start/make-delivery.js';
import type { TerminalPresence } from '../start/presence.js';
import { programVersion } from '../start/program-doors.js';
import { untriedVersion } from '../start/untried.js';
import { mustStay, type RunningProgram, startProgram } from '../start/wrapped-program.js';
import type { Typist } from '../typing/typist.js';
import type { Wiring } from '../wiring.js';
import { keepPrinted } from './printed-log.js';
import { mustNotBeStoppedWithAll, stoppedMeanwhile } from './stopped-meanwhile.js';

export interface HostedTerminalParts extends SpoolParts {
  readonly session: string;
  readonly spec: DaemonSpec;
  /** That of the daemon, for its first terminal. */
  readonly instance?: string;
  readonly wiring: Wiring;
  /** Called when it has to end, by itself or because it was abandoned. */
  readonly onEnd: (terminal: HostedTerminal, ending: Ending) => void;
}

const TRY_AGAIN_MS = 1_000;
/** A start takes a fraction of this, unless it waits for a person's terminal. */
const START_LIMIT_MS = 1_500;
/** Once the program has ended, it is soon known how far the last message got. */
const TYPING_LIMIT_MS = 500;

export class HostedTerminal {
  readonly session: string;
  readonly instance: string;
  readonly spec: DaemonSpec;
  readonly viewers: Viewers;
  readonly typist: Typist;
  readonly #parts: HostedTerminalParts;
  #project: ProjectTerminal | null = null;
  #program: RunningProgram | null = null;
  #boxed: BoxedProgram | null = null;
  #spool: Spool | null = null;
  #delivery: Delivery | null = null;
  #isClosing = false;
  #starting: Promise<void> = Promise.resolve();
  #stopping: Promise<void> | null = null;

  constructor(parts: HostedTerminalParts) {
    const { session, spec, wiring } = parts;
    this.#parts = parts;
    this.session = session;
    this.instance = parts.instance ?? newInstance();
    this.spec = spec;
    this.typist = wiring.typists.add(session, spec.project === null ? null : sessionKind(spec.purpose, spec.project));
    this.viewers = new Viewers({
      agent: wiring.context.self.id,
      foreground: spec.foreground,
      abandoned: () => parts.onEnd(this, this.#endingOf('its terminal was closed')),
    });
  }

  get program(): RunningProgram | null {
    return this.#program;
  }

  get boxed(): BoxedProgram | null {
    return this.#boxed;
  }

  get isEnding(): boolean {
    return this.#stopping !== null;
  }

  /** Resolves when the start is over, however it went. */
  get started(): Promise<void> {
    return this.#starting.catch(() => {});
  }

  /** Starts the program. If that fails, nothing of it is left but its session, which `endSession` ends. */
  start(): Promise<void> {
    this.#starting = this.#start();
    return this.#starting;
  }

  /** Starts to type, once the program runs. */
  async open(): Promise<void> {
    const { wiring, onEnd } = this.#parts;
    const program = this.#program as RunningProgram;
    const { delivery, boxed } = await makeDelivery(wiring, program, this);
    this.#delivery = delivery;
    this.#boxed = boxed;
    const presence = wiring.presence.ofTerminal(this.session);
    this.typist.attach(delivery, {
      screen: () => program.terminal.screenText(),
      onChange: (longHeld) => presence.update({ longHeld }),
    });
    void this.#noteUntried(presence);
    this.#project?.start({
      isBusy: () => this.#boxed?.status.state === 'busy',
      isWatched: () => this.viewers.hasPerson,
      hasMail: () => this.typist.hasMail,
      isLine: this.#isLine,
      isMail: (message) => wiring.typists.isMailOf(this.session, message),
      close: (reason) => void this.#close(reason),
    });
    void program.terminal.exited.then(({ signal, exitCode }) => {
      const words = this.spec.why === null ? '' : lastWords(program.terminal);
      onEnd(this, this.#endingOf(textOf('en', 'reason_ended', { how: `${signal || exitCode}${words}` })));
    });
  }

  /** Asked after the start, because a program may take a second to tell its version. */
  async #noteUntried(presence: TerminalPresence): Promise<void> {
    const { command, profile, env } = this.spec;
    if (!profile) return;
    const untried = await untriedVersion(profile, command, () => programVersion(this.spec, env));
    if (untried) presence.update({ untried });
  }

  /** Ends the program and everything it started. */
  stop(reason: string): Promise<void> {
    this.#stopping ??= this.#stop(reason);
    return this.#stopping;
  }

  /** Records the end of its session. The process takes a place of the project for as long as it is cleaning up. */
  async endSession(ending: Ending, { isProcessEnding }: { readonly isProcessEnding: boolean }): Promise<void> {
    await this.#project?.end(this.#isClosing ? { ...ending, cause: 'done' } : ending, isProcessEnding);
  }

  /** As `endSession`, however long the store cannot be written. Otherwise the session would look alive. */
  async endSessionSurely(ending: Ending): Promise<void> {
    for (;;) {
      try {
        return await this.endSession(ending, { isProcessEnding: false });
      } catch (error) {
        this.#parts.log.error('cannot end a session', { session: this.session, reason: (error as Error).message });
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS).unref());
      }
    }
  }

  entry(): TerminalEntry {
    const { spec, session, instance } = this;
    const now = this.#parts.wiring.context.clock.now();
    return {
      ...{ session, instance },
      programPid: this.#program?.terminal.pid ?? null,
      programStartTime: this.#program?.terminal.startTime ?? null,
      project: spec.project,
      purpose: spec.project === null ? null : spec.purpose,
      why: spec.why,
      status: this.#status(),
      statusReason: null,
      channel: this.#isLine ? 'line' : null,
      statusAt: now,
      startedAt: now,
      fingerprint: spec.fingerprint ?? null,
      spool: this.#spool?.path ?? null,
    };
  }

  #status(): TerminalEntry['status'] {
    if (!this.#program) return 'starting';
    if (this.#parts.wiring.typists.isPaused) return 'paused';
    return this.#isLine ? 'ready' : 'starting';
  }

  async #start(): Promise<void> {
    const { spec, viewers } = this;
    const { context, presence, team, inbox, typists } = this.#parts.wiring;
    const { self, clock } = context;
    try {
      this.#spool = Spool.for(spec.env, this.#parts);
      presence.setTerminal(this.entry());
      presence.publish();
      await mustNotBeStoppedWithAll(spec, { team, agentId: self.id });
      const person = spec.foreground ? await viewers.first() : null;
      if (spec.project !== null) {
        // The team is loaded only if there is a project.
        const { ProjectTerminal } = await import('../sessions/project-terminal.js');
        this.#project = await ProjectTerminal.enter(team, this, { entry: presence.entry, inbox });
      }
      this.#mustNotBeStopped();
      const { id, type, port } = presence.entry;
      const spool = this.#spool?.path ?? null;
      const agent = { id, type, port, instance: this.instance, project: spec.project, spool };
      this.#program = await startProgram(spec, agent, person, this.#project?.env);
      this.#mustNotBeStopped();
      this.#project?.record(this.#program.terminal);
      viewers.open(this.#program);
      keepPrinted(this.#program.terminal, printedFile(spec.home, self.id, this.session), clock);
      if (!spec.foreground) await mustStay(this.#program, spec.command);
    } catch (error) {
      viewers.refuse(error);
      await this.#endProgram();
      throw error;
    }
    // A session that starts itself is not paused. The team knows better than a store that was paused long ago.
    if (spec.why !== null && typists.isPaused) await typists.setPaused(false);
    presence.setTerminal(this.entry());
    presence.publish();
  }

  #mustNotBeStopped(): void {
    if (this.#stopping !== null) throw stoppedMeanwhile(this.#parts.wiring.context.self.id);
  }

  async #stop(reason: string): Promise<void> {
    // Half a start could not be undone: the session, once entered, must record that it was stopped.
    await atMost(START_LIMIT_MS, this.started);
    this.typist.end();
    this.#boxed?.close();
    this.viewers.end(reason);
    await this.#endProgram();
    await atMost(TYPING_LIMIT_MS, this.typist.settled());
    await this.viewers.settled(this.#program);
  }

  async #endProgram(): Promise<void> {
    const survivors = (await this.#program?.terminal.end()) ?? [];
    if (survivors.length > 0) this.#parts.log.error('processes that could not be ended', { pids: survivors });
    await this.#program?.doors.close();
    await this.#program?.watchdog.stop();
    this.#spool?.close();
  }

  /** A line-oriented program is ready at once. */
  get #isLine(): boolean {
    return this.spec.profile?.line ?? true;
  }

  /** It is not needed any more. Asks the program to end, then ends it. */
  async #close(reason: string): Promise<void> {
    this.#isClosing = true;
    await askToEnd({ delivery: this.#delivery, terminal: this.#program?.terminal, reason }, this.#parts.log);
    this.#parts.onEnd(this, this.#endingOf(reason));
  }

  #endingOf(reason: string): Ending {
    return { cause: this.#isClosing ? 'done' : 'ended', reason };
  }
}
