/** One running agent: its mail, its program and its presence, from the first moment to the last. */
import type { Server } from 'node:http';
import { fail, type SynapseError } from '../errors.js';
import { shortId } from '../ids.js';
import type { DaemonSpec, Started } from '../launch/spec.js';
import type { Log } from '../log.js';
import type { Profile } from '../profiles/profile.js';
import type { LiveEntry } from '../registry/entry.js';
import { removeIfThere } from '../registry/files.js';
import type { Registry } from '../registry/registry.js';
import type { Message } from '../taskstore/message.js';
import type { Task } from '../taskstore/task.js';
import type { Ending } from '../team/sessions/session-starts.js';
import type { DaemonContext } from './context.js';
import { EventHub } from './events.js';
import type { DaemonHost } from './host.js';
import { Control } from './http/control-requests.js';
import { makeRoutes } from './http/routes.js';
import type { Route } from './http/server.js';
import { Cancel } from './mail/cancel.js';
import { Courier } from './mail/courier.js';
import { Expiry } from './mail/expiry.js';
import { failOpenMail, noteFailure } from './mail/failures.js';
import { Inbox } from './mail/inbox.js';
import { Outbox } from './mail/outbox.js';
import { ReceiptReports } from './mail/receipt-reports.js';
import { SendLimit } from './mail/send-limit.js';
import { Waiters } from './mail/waiters.js';
import type { BoxedProgram } from './screen/boxed-program.js';
import { Viewers } from './screen/viewers.js';
import type { ProjectTerminal } from './sessions/project-terminal.js';
import { askToEnd, lastWords, reportDialogs } from './sessions/unattended.js';
import type { Address } from './start/address.js';
import { Presence } from './start/presence.js';
import { type MemoryRelease, releaseMemoryAfterWork } from './start/release-memory.js';
import { type RunningProgram, startProgram } from './start/wrapped-program.js';
import { TeamAccess } from './team/team-access.js';
import { type Delivery, lineDelivery } from './typing/delivery.js';
import { Typist } from './typing/typist.js';

export interface AgentParts {
  readonly spec: DaemonSpec;
  readonly address: Address;
  readonly entry: LiveEntry;
  readonly registry: Registry;
  readonly host: DaemonHost;
  readonly log: Log;
}

/** Whatever happens while ending, the daemon is gone after this. */
const END_LIMIT_MS = 4_700;
const REPORT_LIMIT_MS = 500;
const FIRST_MOMENT_MS = 60;
const LONGEST_QUOTE = 500;

export class Agent {
  readonly routes: readonly Route[];
  readonly #parts: AgentParts;
  readonly #context: DaemonContext;
  readonly #courier: Courier;
  readonly #reports: ReceiptReports;
  readonly #typist: Typist;
  readonly #expiry: Expiry;
  readonly #outbox: Outbox;
  readonly #viewers: Viewers;
  readonly #team: TeamAccess;
  readonly #presence: Presence;
  #memory: MemoryRelease | null = null;
  #inbox: Inbox | null = null;
  #project: ProjectTerminal | null = null;
  #program: RunningProgram | null = null;
  #boxed: BoxedProgram | null = null;
  #delivery: Delivery | null = null;
  #isClosing = false;
  #ending: Promise<void> | null = null;

  constructor(parts: AgentParts) {
    const { spec, address, registry, log, entry } = parts;
    const { clock } = parts.host;
    this.#parts = parts;
    this.#context = {
      self: { id: address.id, type: address.type, endpoint: address.endpoint },
      project: spec.project,
      member: spec.member ?? address.id,
      home: spec.home,
      key: address.key,
      store: address.store,
      registry,
      events: new EventHub(),
      clock,
      log,
    };
    this.#presence = new Presence(registry, clock, entry);
    this.#courier = new Courier(this.#context);
    this.#courier.onOwnEntry = () => this.#presence.mend();
    this.#reports = new ReceiptReports(this.#context, this.#courier);
    this.#typist = new Typist(this.#context, this.#reports, spec.profile !== null);
    this.#outbox = new Outbox(this.#context, this.#courier, spec.profile && new SendLimit(clock, spec.env));
    this.#team = new TeamAccess(this.#context, spec.profile === null);
    this.#outbox.declared = async (id) => (await import('./mail/declared-address.js')).declaredAddress(this.#team, id);
    this.#expiry = new Expiry(this.#context, this.#courier, this.#reports);
    this.#expiry.onExpired = () => this.#typist.wake();
    this.#viewers = new Viewers({
      agent: address.id,
      foreground: spec.foreground,
      abandoned: () => void this.end('its terminal was closed'),
    });
    this.routes = this.#makeRoutes();
  }

  async start(): Promise<void> {
    const { spec, log, address } = this.#parts;
    this.#presence.publish();
    try {
      const person = spec.foreground ? await this.#viewers.first() : null;
      if (spec.project !== null && spec.profile) this.#project = await this.#enterProject();
      const session = this.#project?.env;
      if (spec.profile) this.#program = await startProgram(spec, this.#presence.entry, person, session);
      if (this.#program) this.#project?.record(this.#program.terminal);
      this.#viewers.open(this.#program);
      if (this.#program && !spec.foreground) await mustStay(this.#program, spec.command);
    } catch (error) {
      this.#viewers.refuse(error);
      await this.#program?.watchdog.stop();
      await this.#leave({ cause: 'ended', reason: (error as Error).message });
      throw error;
    }
    // What starts itself is not paused: the team knows that better than a store that was paused long ago.
    if (spec.why !== null && this.#typist.isPaused) await this.#typist.setPaused(false);
    this.#presence.setProgram(this.#program?.terminal.pid ?? null, this.#program?.terminal.startTime ?? null);
    this.#presence.updateNow({ status: this.#typist.isPaused ? 'paused' : this.#isLine ? 'ready' : 'starting' });
    this.#context.events.subscribe(() => this.#showCurrentTask());
    this.#memory = releaseMemoryAfterWork(this.#context.events);
    this.#team.onWork = this.#memory.worked;
    this.#team.onWork();
    this.#courier.start();
    this.#expiry.start();
    if (this.#program && spec.profile) this.#typist.attach(await this.#makeDelivery(this.#program, spec.profile));
    this.#project?.start({
      isBusy: () => this.#boxed?.status.state === 'busy',
      isWatched: () => this.#viewers.hasPerson,
      isLine: this.#isLine,
      close: () => void this.#close(),
    });
    // Time passes for conversations while anybody of the team is there.
    if (!spec.profile) this.#team.ifThere().catch((error: Error) => log.error('team', { reason: error.message }));
    for (const message of address.replacedMail) this.#reports.add({ ...message, receipt: replacedReceipt(message) });
    this.#parts.host.onSignal((signal) => void this.end(signal));
    void this.#program?.terminal.exited.then((exit) =>
      this.end(
        `the program ended with ${exit.signal || exit.exitCode}${spec.why === null ? '' : lastWords(this.#program?.terminal)}`,
      ),
    );
    log.info('started', { port: address.port, pid: process.pid, program: this.#program?.terminal.pid ?? null });
  }

  started(): Started {
    const { id, type, port, pid, programPid, endpoint, socket } = this.#presence.entry;
    return { id, type, port, pid, program_pid: programPid, endpoint, socket };
  }

  /** Ends the program and all it started, tells who waits, and leaves nothing behind. */
  end(reason: string, cause: Ending['cause'] = this.#isClosing ? 'done' : 'ended'): Promise<void> {
    this.#ending ??= this.#end({ cause, reason });
    return this.#ending;
  }

  /** Its work is done: the program is asked to end, and then made to. */
  async #close(): Promise<void> {
    this.#isClosing = true;
    await askToEnd({ delivery: this.#delivery, terminal: this.#program?.terminal }, this.#parts.log);
    await this.end('its work is done');
  }

  async #end({ cause, reason }: { readonly cause: Ending['cause']; readonly reason: string }): Promise<void> {
    const { log } = this.#parts;
    log.info('ending', { reason });
    const limit = setTimeout(() => this.#giveUp(), END_LIMIT_MS).unref();
    this.#typist.end();
    this.#boxed?.close();
    this.#viewers.end(reason);
    const survivors = await this.#program?.terminal.end();
    if (survivors && survivors.length > 0) log.error('survivors', { pids: survivors });
    await this.#program?.watchdog.stop();
    await this.#viewers.settled(this.#program);
    await this.#leave({ cause, reason });
    log.info('ended');
    clearTimeout(limit);
    this.#parts.host.exit(0);
  }

  /** Something took too long. The watchdog ends what is left; whoever waits for this agent must not take it for one that died. */
  #giveUp(): void {
    try {
      this.#giveUpAddress();
      removeIfThere(this.#parts.address.socket);
      this.#presence.withdraw();
    } finally {
      this.#parts.host.exit(1);
    }
  }

  #giveUpAddress(): void {
    const { address, registry, host } = this.#parts;
    if (!address.lasting) registry.endAddress(address.id, host.clock.now());
  }

  /** Each step by itself: one that fails (a full disk) must not keep the others from being done. */
  async #leave(ending: Ending): Promise<void> {
    const { address } = this.#parts;
    this.#inbox?.close();
    if (!address.lasting) {
      await this.#step('open mail', async () => {
        for (const message of await failOpenMail(this.#context)) this.#reports.add(message);
      });
    }
    await this.#step('definition', () => this.#giveUpAddress());
    await this.#step('reports', () => atMost(REPORT_LIMIT_MS, this.#reports.settled()));
    await this.#step('team', async () => {
      await this.#project?.end(ending);
      await this.#team.close();
    });
    await this.#step('courier', () => {
      this.#expiry.close();
      return this.#courier.close();
    });
    await this.#step('doors', () => {
      for (const server of address.servers) closeServer(server);
      removeIfThere(address.socket);
    });
    this.#memory?.close();
    await this.#step('entry', () => this.#presence.withdraw());
    await this.#step('store', () => this.#context.store.close());
  }

  async #step(name: string, work: () => unknown): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#parts.log.error('ending', { step: name, reason: (error as Error).message });
    }
  }

  #makeRoutes(): Route[] {
    const context = this.#context;
    const courier = this.#courier;
    const typist = this.#typist;
    const waiters = new Waiters(context, typist);
    courier.onFailure = (task: Task, _message: Message, error: SynapseError) => {
      const note = noteFailure({ context, waiters, typist }, task, error);
      note.catch((reason: Error) => context.log.error('failure', { reason: reason.message }));
    };
    const control = new Control(context, {
      presence: this.#presence,
      typist,
      reports: this.#reports,
      team: this.#team,
      boxed: () => this.#boxed,
      program: () => this.#program,
      command: this.#parts.spec.command,
      stop: () => void this.end('stop', 'stopped'),
    });
    const inbox = new Inbox(context, { typist, waiters, courier });
    this.#inbox = inbox;
    return makeRoutes({
      context,
      waiters,
      control,
      courier,
      outbox: this.#outbox,
      inbox,
      viewers: this.#viewers,
      team: this.#team,
      cancel: new Cancel(context, courier, typist),
    });
  }

  /** A person and a line-oriented program are ready as soon as they are there. */
  get #isLine(): boolean {
    return this.#parts.spec.profile?.line ?? true;
  }

  /** A team is loaded only where there is a project. */
  async #enterProject(): Promise<ProjectTerminal | null> {
    const { ProjectTerminal } = await import('./sessions/project-terminal.js');
    const { spec } = this.#parts;
    const mail = { inbox: this.#inbox as Inbox, typist: this.#typist };
    return ProjectTerminal.enter(this.#team, { spec, entry: this.#presence.entry }, mail);
  }

  /** The watching of screens is loaded only where there is an input box to watch. */
  async #makeDelivery({ terminal, keys }: RunningProgram, profile: Profile): Promise<Delivery> {
    if (profile.line) {
      this.#delivery = lineDelivery(terminal, profile);
      return this.#delivery;
    }
    const { BoxedProgram } = await import('./screen/boxed-program.js');
    this.#boxed = new BoxedProgram({
      context: this.#context,
      outbox: this.#outbox,
      presence: this.#presence,
      reports: this.#reports,
      typist: this.#typist,
      terminal,
      person: keys,
      profile,
      env: this.#parts.spec.env,
    });
    this.#delivery = this.#boxed.delivery;
    await this.#reportDialogs(this.#boxed);
    return this.#delivery;
  }

  /** Nobody sits in front of a session that started itself. */
  async #reportDialogs({ status }: BoxedProgram): Promise<void> {
    const { spec, address, registry, log } = this.#parts;
    const { why, project: projectId, purpose } = spec;
    if (why === null || projectId === null) return;
    const session = { address: address.id, agentId: this.#context.member, projectId, purpose, why };
    await reportDialogs({ team: () => this.#team.ifThere(), registry, outbox: this.#outbox, log, session }, status);
  }

  #showCurrentTask(): void {
    const current = this.#context.store.newestOpenRequest();
    this.#presence.update({ currentTask: current ? shortId(current.senderTaskId ?? current.id) : null });
  }
}

/** A program that cannot even begin is a failed start, with what it printed, and not an agent that was gone again at once. */
async function mustStay({ terminal }: RunningProgram, command: readonly string[]): Promise<void> {
  const exit = await atMost(FIRST_MOMENT_MS, terminal.exited);
  if (!exit) return;
  const printed = terminal.screenText().trim();
  throw fail('program_ended', {
    program: command[0],
    how: exit.signal ? `signal ${exit.signal}` : `exit code ${exit.exitCode}`,
    output: printed === '' ? '' : ` It printed: ${printed.slice(-LONGEST_QUOTE)}`,
  });
}

/** What the work gives, or null when the time is over. */
async function atMost<T>(limitMs: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function replacedReceipt(message: Message): Message['receipt'] {
  return { state: 'failed', reason: fail('agent_replaced', { target: '' }).code, at: message.receipt.at };
}

function closeServer(server: Server): void {
  server.close();
  server.closeAllConnections();
}
