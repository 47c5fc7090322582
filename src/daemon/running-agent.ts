/** The life of one agent: starts its terminals and all its parts in order, and ends them in order. */
import { fail } from '../errors.js';
import type { DaemonSpec, Started } from '../launch/daemon-spec.js';
import { forgetStart, keepStart } from '../launch/start-record.js';
import { watchLiveAgents } from '../registry/watch-live-agents.js';
import { removeIfThere } from '../registry/whole-files.js';
import type { Message } from '../taskstore/message.js';
import type { Ending } from '../team/sessions/session-starts.js';
import { endAddress, leave } from './leave.js';
import { HostedTerminal } from './terminals/hosted-terminal.js';
import { type AgentLife, type AgentParts, type Wiring, wire } from './wiring.js';

/** The daemon exits after this time, even if its end is not complete. */
const END_LIMIT_MS = 4_700;

export class RunningAgent implements AgentLife {
  readonly #parts: AgentParts;
  readonly #wiring: Wiring;
  #watcher: { close(): void } | null = null;
  #ending: Promise<void> | null = null;

  constructor(parts: AgentParts) {
    this.#parts = parts;
    this.#wiring = wire(parts, this);
  }

  get routes(): Wiring['routes'] {
    return this.#wiring.routes;
  }

  get page(): Wiring['page'] {
    return this.#wiring.page;
  }

  /** What the launcher is told: about the terminal that it asked for, or the first one. */
  started(session: string | null = null): Started {
    const { id, type, port, pid, endpoint, socket, programPid, terminals = [] } = this.#wiring.presence.entry;
    const terminal = terminals.find((each) => each.session === session);
    return {
      ...{ id, type, port, pid, endpoint, socket },
      program_pid: terminal?.programPid ?? programPid,
      session: session ?? terminals[0]?.session ?? null,
    };
  }

  async start(): Promise<void> {
    const { spec, entry, log, address, host } = this.#parts;
    const { presence, terminals, reports } = this.#wiring;
    const terminal = spec.profile ? this.#addTerminal(spec, entry.instance) : null;
    try {
      if (terminal) await terminal.start();
      else await this.#showPerson();
    } catch (error) {
      await this.#leave({ cause: 'ended', reason: (error as Error).message });
      throw error;
    }
    if (terminal) this.#keepStart(terminal.session, spec, true);
    this.#startParts();
    await terminal?.open();
    for (const message of address.replacedMail) reports.add(asReplaced(message));
    host.onSignal((signal) => void this.end(signal));
    const { programPid: program } = presence.entry;
    log.info('started', { port: address.port, pid: process.pid, program, session: terminals.all[0]?.session });
  }

  async openTerminal(spec: DaemonSpec): Promise<Started> {
    if (this.#ending) throw fail('agent_already_running', { agent: this.#parts.address.id, pid: process.pid });
    const terminal = this.#addTerminal(spec);
    const opening = this.#open(terminal).then(() => this.#keepStart(terminal.session, spec, false));
    // In the foreground, the launcher connects as the first viewer and learns there how the program starts.
    if (spec.foreground) opening.catch(() => {});
    else await opening;
    return this.started(terminal.session);
  }

  /** On a full disk it runs anyway, and is started again as it was before. */
  #keepStart(session: string, spec: DaemonSpec, isFirst: boolean): void {
    const { log, address } = this.#parts;
    try {
      keepStart({ home: spec.home, id: address.id, session }, spec, isFirst);
    } catch (error) {
      log.error('cannot note how it was started', { session, reason: (error as Error).message });
    }
  }

  async endTerminal(terminal: HostedTerminal, ending: Ending): Promise<void> {
    const isLast = this.#wiring.terminals.all.every((other) => other === terminal || other.isEnding);
    if (isLast) return this.end(ending.reason ?? '', ending.cause);
    if (!terminal.isEnding) await this.#closeTerminal(terminal, ending);
  }

  /** Ends all programs and everything they started, tells those who wait, and leaves nothing behind. */
  end(reason: string, cause: Ending['cause'] = 'ended'): Promise<void> {
    this.#ending ??= this.#end({ cause, reason });
    return this.#ending;
  }

  /** Throws if the agent has such a terminal already. */
  #addTerminal(spec: DaemonSpec, instance?: string): HostedTerminal {
    const { log, address, crashed } = this.#parts;
    const { terminals } = this.#wiring;
    const session = terminals.freeName(spec);
    if (session === null) throw fail('agent_already_running', { agent: address.id, pid: process.pid });
    const command = commandOf(spec, address.lasting && crashed.includes(session));
    const onEnd = (ended: HostedTerminal, ending: Ending) => void this.endTerminal(ended, ending);
    const terminal = new HostedTerminal({
      ...{ session, spec: { ...spec, command }, wiring: this.#wiring, log, onEnd },
      admit: (connection) => address.servers.at(-1)?.emit('connection', connection),
      ...(instance === undefined ? {} : { instance }),
    });
    terminals.add(terminal);
    return terminal;
  }

  async #open(terminal: HostedTerminal): Promise<void> {
    const { log } = this.#parts;
    try {
      await terminal.start();
      await terminal.open();
      log.info('opened a terminal', { session: terminal.session, program: terminal.program?.terminal.pid });
    } catch (error) {
      await this.endTerminal(terminal, { cause: 'ended', reason: (error as Error).message });
      throw error;
    }
  }

  async #closeTerminal(terminal: HostedTerminal, ending: Ending): Promise<void> {
    const { terminals, typists, presence } = this.#wiring;
    this.#parts.log.info('closing a terminal', { session: terminal.session, reason: ending.reason });
    await terminal.stop(ending.reason ?? '');
    await terminal.endSessionSurely(ending);
    presence.removeTerminal(terminal.session);
    if (ending.cause === 'stopped') forgetStart(this.#parts.spec.home, this.#parts.address.id, terminal.session);
    terminals.remove(terminal);
    typists.remove(terminal.typist);
  }

  async #showPerson(): Promise<void> {
    const { presence, typists } = this.#wiring;
    presence.publish();
    presence.updateNow({ status: typists.isPaused ? 'paused' : 'ready' });
  }

  #startParts(): void {
    const { spec, log } = this.#parts;
    const { context, memory, courier, followers, expiry, retention } = this.#wiring;
    const { standard, team, page, hosts, activity } = this.#wiring;
    memory.worked();
    this.#watcher = watchLiveAgents(spec.home, (id) => context.events.emit('liveEntry', { id }));
    courier.start();
    followers.start();
    expiry.start();
    retention.start();
    standard.start();
    void page?.start();
    hosts.start();
    activity.start();
    // Conversations time out while any daemon of the team runs, including a person's.
    if (!spec.profile)
      team.ifThere().catch((error: Error) => log.error('cannot open the team store', { reason: error.message }));
  }

  async #end(ending: Ending): Promise<void> {
    const { log, host } = this.#parts;
    log.info('ending', { reason: ending.reason });
    const limit = setTimeout(() => this.#giveUp(), END_LIMIT_MS).unref();
    await Promise.all(this.#wiring.terminals.all.map((terminal) => terminal.stop(ending.reason ?? '')));
    await this.#leave(ending);
    log.info('ended');
    clearTimeout(limit);
    host.exit(0);
  }

  async #leave(ending: Ending): Promise<void> {
    this.#watcher?.close();
    const { terminals } = this.#wiring;
    for (const { typist } of terminals.all) typist.end();
    await leave(this.#parts, this.#wiring, async () => {
      await Promise.all(terminals.all.map((each) => each.endSession(ending, { isProcessEnding: true })));
      if (ending.cause === 'stopped') await this.#noteStopped();
    });
  }

  /** What waits for the agent must not start it again, not even the session that has no terminal now. */
  async #noteStopped(): Promise<void> {
    const { context, team: access } = this.#wiring;
    const team = context.project === null ? null : await access.ifThere();
    if (!team) return;
    const { noteAgentStopped } = await import('../team/sessions/session-starts.js');
    await team.change((tx, now) => noteAgentStopped(tx, { agentId: context.self.id }, now));
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

/** After a crash, the program resumes its last conversation if its profile says how. */
function commandOf({ command, profile, why }: DaemonSpec, hasCrashed: boolean): readonly string[] {
  // A session that starts itself does not resume, because the last conversation here may be that of the other session.
  return hasCrashed && why === null && profile && !profile.line ? [...command, ...profile.resume] : command;
}

/** Open mail of the program that had this address before. */
function asReplaced(message: Message): Message {
  const { code } = fail('agent_replaced', { target: '' });
  return { ...message, receipt: { state: 'failed', reason: code, at: message.receipt.at } };
}
