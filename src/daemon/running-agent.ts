/** The life of one agent: starts its program and all its parts in order, and ends them in order. */

import { fail } from '../errors.js';
import { textOf } from '../i18n.js';
import type { DaemonSpec, Started } from '../launch/daemon-spec.js';
import { wasStoppedSince } from '../registry/stopped-all.js';
import { watchLiveAgents } from '../registry/watch-live-agents.js';
import { removeIfThere } from '../registry/whole-files.js';
import type { Message } from '../taskstore/message.js';
import type { Ending } from '../team/sessions/session-starts.js';
import { endAddress, leave } from './leave.js';
import type { BoxedProgram } from './screen/boxed-program.js';
import type { ProjectTerminal } from './sessions/project-terminal.js';
import { askToEnd, lastWords } from './sessions/unattended.js';
import { atMost } from './start/at-most.js';
import { makeDelivery } from './start/make-delivery.js';
import { mustStay, type RunningProgram, startProgram } from './start/wrapped-program.js';
import type { Delivery } from './typing/delivery.js';
import { type AgentLife, type AgentParts, type Wiring, wire } from './wiring.js';

/** The daemon exits after this time, even if its end is not complete. */
const END_LIMIT_MS = 4_700;
/** A start takes a fraction of this, unless it waits for a person's terminal. */
const START_LIMIT_MS = 1_500;
const STOPPED = 'all agents were stopped meanwhile';

export class RunningAgent implements AgentLife {
  readonly #parts: AgentParts;
  readonly #wiring: Wiring;
  #project: ProjectTerminal | null = null;
  #program: RunningProgram | null = null;
  #boxed: BoxedProgram | null = null;
  #delivery: Delivery | null = null;
  #watcher: { close(): void } | null = null;
  #starting: Promise<void> = Promise.resolve();
  #isClosing = false;
  #ending: Promise<void> | null = null;

  constructor(parts: AgentParts) {
    this.#parts = parts;
    this.#wiring = wire(parts, this);
  }

  get routes(): Wiring['routes'] {
    return this.#wiring.routes;
  }

  get program(): RunningProgram | null {
    return this.#program;
  }

  get boxed(): BoxedProgram | null {
    return this.#boxed;
  }

  /** What the launcher is told. */
  started(): Started {
    const { id, type, port, pid, programPid, endpoint, socket } = this.#wiring.presence.entry;
    return { id, type, port, pid, program_pid: programPid, endpoint, socket };
  }

  start(): Promise<void> {
    this.#starting = this.#start();
    return this.#starting;
  }

  async #start(): Promise<void> {
    const { spec, log, address, host } = this.#parts;
    this.#wiring.presence.publish();
    await this.#startProgram();
    await this.#showReady();
    await this.#startParts();
    for (const message of address.replacedMail) this.#wiring.reports.add(asReplaced(message));
    host.onSignal((signal) => void this.end(signal));
    void this.#program?.terminal.exited.then(({ signal, exitCode }) => {
      const words = spec.why === null ? '' : lastWords(this.#program?.terminal);
      return this.end(textOf('en', 'reason_ended', { how: `${signal || exitCode}${words}` }));
    });
    log.info('started', { port: address.port, pid: process.pid, program: this.#program?.terminal.pid ?? null });
  }

  /** Ends the program and everything it started, tells those who wait, and leaves nothing behind. */
  end(reason: string, cause: Ending['cause'] = this.#isClosing ? 'done' : 'ended'): Promise<void> {
    this.#ending ??= this.#end({ cause, reason });
    return this.#ending;
  }

  async #startProgram(): Promise<void> {
    const { spec } = this.#parts;
    const { viewers, presence, team, inbox, typist } = this.#wiring;
    try {
      if (isStopped(spec)) throw fail('daemon_failed_to_start', { agent: presence.entry.id, reason: STOPPED });
      const person = spec.foreground ? await viewers.first() : null;
      if (spec.project !== null && spec.profile) {
        // The team is loaded only if there is a project.
        const { ProjectTerminal } = await import('./sessions/project-terminal.js');
        this.#project = await ProjectTerminal.enter(team, { spec, entry: presence.entry }, { inbox, typist });
      }
      if (spec.profile) this.#program = await startProgram(spec, presence.entry, person, this.#project?.env);
      if (this.#program) this.#project?.record(this.#program.terminal);
      viewers.open(this.#program);
      if (this.#program && !spec.foreground) await mustStay(this.#program, spec.command);
    } catch (error) {
      viewers.refuse(error);
      await this.#program?.watchdog.stop();
      await this.#leave({ cause: 'ended', reason: (error as Error).message });
      throw error;
    }
  }

  async #showReady(): Promise<void> {
    const { presence, typist } = this.#wiring;
    // A session that starts itself is not paused. The team knows better than a store that was paused long ago.
    if (this.#parts.spec.why !== null && typist.isPaused) await typist.setPaused(false);
    presence.setProgram(this.#program?.terminal.pid ?? null, this.#program?.terminal.startTime ?? null);
    presence.updateNow({ status: typist.isPaused ? 'paused' : this.#isLine ? 'ready' : 'starting' });
  }

  async #startParts(): Promise<void> {
    const { spec, log } = this.#parts;
    const { context, memory, courier, expiry, retention, typist, viewers, team } = this.#wiring;
    memory.worked();
    this.#watcher = watchLiveAgents(spec.home, (id) => context.events.emit('liveEntry', { id }));
    courier.start();
    expiry.start();
    retention.start();
    if (this.#program && spec.profile) {
      const { delivery, boxed } = await makeDelivery(this.#wiring, this.#program, spec);
      this.#delivery = delivery;
      this.#boxed = boxed;
      typist.attach(delivery);
    }
    this.#project?.start({
      isBusy: () => this.#boxed?.status.state === 'busy',
      isWatched: () => viewers.hasPerson,
      isLine: this.#isLine,
      close: () => void this.#close(),
    });
    // Conversations time out while any daemon of the team runs, including a person's.
    if (!spec.profile)
      team.ifThere().catch((error: Error) => log.error('cannot open the team store', { reason: error.message }));
  }

  /** A person and a line-oriented program are ready at once. */
  get #isLine(): boolean {
    return this.#parts.spec.profile?.line ?? true;
  }

  /** Its work is done. Asks the program to end, then ends it. */
  async #close(): Promise<void> {
    this.#isClosing = true;
    await askToEnd({ delivery: this.#delivery, terminal: this.#program?.terminal }, this.#parts.log);
    await this.end('its work is done');
  }

  async #end(ending: Ending): Promise<void> {
    const { log, host } = this.#parts;
    const { typist, viewers } = this.#wiring;
    log.info('ending', { reason: ending.reason });
    const limit = setTimeout(() => this.#giveUp(), END_LIMIT_MS).unref();
    // Half a start could not be undone: the session, once entered, must record that it was stopped.
    await atMost(
      START_LIMIT_MS,
      this.#starting.catch(() => {}),
    );
    typist.end();
    this.#boxed?.close();
    viewers.end(ending.reason ?? '');
    const survivors = await this.#program?.terminal.end();
    if (survivors && survivors.length > 0) log.error('processes that could not be ended', { pids: survivors });
    await this.#program?.watchdog.stop();
    await viewers.settled(this.#program);
    await this.#leave(ending);
    log.info('ended');
    clearTimeout(limit);
    host.exit(0);
  }

  async #leave(ending: Ending): Promise<void> {
    this.#watcher?.close();
    await leave(this.#parts, this.#wiring, () => this.#project?.end(ending));
  }

  /** Something took too long. The watchdog ends what is left, and this agent must not look as if it crashed. */
  #giveUp(): void {
    try {
      endAddress(this.#parts);
      removeIfThere(this.#parts.address.socket);
      this.#wiring.presence.withdraw();
    } finally {
      this.#parts.host.exit(1);
    }
  }
}

/** A session for waiting work that `stop --all` could not see, because it had no live entry then. */
function isStopped({ home, why, launchedAt }: DaemonSpec): boolean {
  return why !== null && launchedAt !== undefined && wasStoppedSince(home, launchedAt);
}

/** Open mail of the program that had this address before. */
function asReplaced(message: Message): Message {
  const { code } = fail('agent_replaced', { target: '' });
  return { ...message, receipt: { state: 'failed', reason: code, at: message.receipt.at } };
}
