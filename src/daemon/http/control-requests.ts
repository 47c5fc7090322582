/** Requests about the agent itself: its status, its terminal, and to type, pause, rename, prune or stop. */
import { toIso } from '../../clock.js';
import { fail } from '../../errors.js';
import { isAgentId, isSessionAddress } from '../../ids.js';
import type { LiveEntry } from '../../registry/entry.js';
import { readExternal } from '../../registry/externals.js';
import { heldJson, terminalJson } from '../../registry/terminal-json.js';
import type { Message } from '../../taskstore/message.js';
import { keyBytes } from '../../terminal/typing/key-names.js';
import type { DaemonContext } from '../context.js';
import { waitingByHost } from '../hosts/unreachable.js';
import type { ReceiptReports } from '../mail/receipts/receipt-reports.js';
import type { Presence } from '../start/presence.js';
import type { RunningProgram } from '../start/wrapped-program.js';
import type { TeamAccess } from '../team/team-access.js';
import { decodeSpec } from '../terminals/decode-spec.js';
import type { HostedTerminal } from '../terminals/hosted-terminal.js';
import type { Terminals } from '../terminals/terminals.js';
import type { Typists } from '../typing/typists.js';
import type { AgentLife } from '../wiring.js';
import { countParameter, type Fields, fieldsOf } from './door/fields.js';
import type { Exchange } from './exchange.js';

export interface ControlParts {
  readonly presence: Presence;
  readonly typists: Typists;
  readonly reports: ReceiptReports;
  readonly team: TeamAccess;
  readonly life: AgentLife;
  readonly terminals: Terminals;
}

const MOST_UNREAD_BYTES = 4 * 2 ** 20;
/** How much is deleted at once, so that messages get through in between. */
const PRUNE_STEP = 500;

type Action = (body: Fields) => unknown;

export class Control {
  readonly #context: DaemonContext;
  readonly #parts: ControlParts;
  readonly #actions: Readonly<Record<string, Action>>;

  constructor(context: DaemonContext, parts: ControlParts) {
    this.#context = context;
    this.#parts = parts;
    this.#actions = {
      pause: () => this.#setPaused(true),
      resume: () => this.#setPaused(false),
      interrupt: (body) => this.#interrupt(body),
      answer: (body) => this.#answer(body),
      keys: (body) => this.#type(body),
      rename: (body) => this.#rename(body.name),
      role: (body) => this.#setRole(body.role),
      prune: (body) => this.#prune(body.older_than_ms),
      stop: (body) => this.#stop(body),
    };
  }

  get entry(): LiveEntry {
    return this.#parts.presence.entry;
  }

  report(message: Message): void {
    this.#parts.reports.add(message);
  }

  async run({ params: { action: name }, body }: Exchange<{ readonly action: string }>): Promise<unknown> {
    const action = Object.hasOwn(this.#actions, name) ? this.#actions[name] : undefined;
    if (!action) throw fail('not_found', { path: `/control/${name}` });
    return action(fieldsOf(await body()));
  }

  status({ query }: Exchange): Record<string, unknown> {
    const { entry } = this;
    const { store } = this.#context;
    const session = query.get('session');
    const terminal = session === null && entry.kind === 'human' ? null : this.#terminal({ session });
    const { terminals = [] } = entry;
    return {
      id: entry.id,
      type: entry.type,
      name: entry.name,
      role: entry.role,
      kind: entry.kind,
      status: entry.status,
      status_reason: entry.statusReason,
      status_at: toIso(entry.statusAt),
      by: entry.statusBy ?? null,
      via: entry.channel ?? null,
      degraded: entry.degraded ?? [],
      held: entry.longHeld ? heldJson(entry.longHeld) : null,
      untried: entry.untried ?? null,
      instance: entry.instance,
      pid: entry.pid,
      program_pid: entry.programPid,
      program: terminal?.spec.command ?? [],
      port: entry.port,
      endpoint: entry.endpoint,
      socket: entry.socket,
      cwd: entry.cwd,
      project: entry.project,
      purpose: entry.purpose ?? null,
      why: entry.why ?? null,
      sessions: terminals.map(terminalJson),
      paused: this.#parts.typists.isPaused,
      dialog: terminal?.boxed?.status.dialog ?? null,
      current_task: entry.currentTask,
      queue: {
        waiting: store.queueLength(),
        outgoing: store.outboxLength(),
        hosts: waitingByHost(store),
        open_requests: store.openRequests().length,
      },
      team_statements: this.#parts.team.statementCount,
      version: entry.version,
      started_at: toIso(entry.startedAt),
      store_id: entry.storeId,
    };
  }

  screen({ query }: Exchange): Record<string, unknown> {
    const { terminal } = this.#program({ session: query.get('session') });
    const scrollback = countParameter(query, 'scrollback') ?? 0;
    return { text: terminal.screenText(scrollback), ...terminal.size, cursor: terminal.cursor };
  }

  /** Streams what the program prints from now on, as raw bytes. */
  output({ response, query }: Exchange): undefined {
    const { terminal } = this.#program({ session: query.get('session') });
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' });
    response.flushHeaders();
    const unsubscribe = terminal.onOutput((chunk) => {
      // A client that does not read must not fill the memory.
      if (response.writableLength > MOST_UNREAD_BYTES) response.destroy();
      else response.write(chunk);
    });
    response.on('close', unsubscribe);
  }

  attach(exchange: Exchange): Promise<undefined> {
    return this.#terminal({ session: exchange.query.get('session') }).viewers.attach(exchange);
  }

  /** Starts another terminal of this agent. Only launchers of this user know the key for this. */
  async openTerminal({ body }: Exchange): Promise<unknown> {
    const { self, home } = this.#context;
    return this.#parts.life.openTerminal(decodeSpec(await body(), { id: self.id, home }));
  }

  /** The terminal that a request names, or the first one. */
  #terminal({ session }: { readonly session?: unknown }): HostedTerminal {
    return this.#parts.terminals.named(typeof session === 'string' && session !== '' ? session : null);
  }

  #program(named: { readonly session?: unknown }): RunningProgram {
    const { program } = this.#terminal(named);
    if (!program) throw fail('invalid_request', { reason: `${this.#context.self.id} has no terminal.` });
    return program;
  }

  /** Does not wait until the keys are taken, because a program may not read. */
  #type({ keys, session }: Record<string, unknown>): unknown {
    if (typeof keys !== 'string' || keys === '') throw fail('invalid_request', { reason: '"keys" must be a string.' });
    const program = this.#program({ session });
    void program.keys.type(keyBytes(keys, program.terminal.modes));
    return { success: true };
  }

  async #setPaused(paused: boolean): Promise<unknown> {
    const { typists, presence, terminals } = this.#parts;
    await typists.setPaused(paused);
    await this.#pauseStarts(paused);
    const status = { status: paused ? 'paused' : 'ready', statusReason: null } as const;
    presence.updateNow(status);
    for (const { session, boxed } of terminals.all) {
      presence.ofTerminal(session).updateNow(status);
      if (!paused) boxed?.status.publish();
    }
    return { success: true, paused };
  }

  /** Pausing also keeps sessions of the agent from starting. */
  async #pauseStarts(paused: boolean): Promise<void> {
    const { team } = this.#parts;
    const { project, self } = this.#context;
    const opened = project === null ? null : await team.ifThere();
    if (!opened) return;
    const { setAgentPaused } = await import('../../team/people/pausing.js');
    await setAgentPaused(opened, self.id, paused);
  }

  async #interrupt(body: Record<string, unknown>): Promise<unknown> {
    if (this.#parts.terminals.all.length > 0 && (await this.#terminal(body).typist.interrupt()))
      return { success: true };
    throw fail('invalid_request', { reason: `${this.#context.self.id} has no program with an interrupt key.` });
  }

  async #answer(body: Fields): Promise<unknown> {
    const { boxed } = this.#terminal(body);
    if (!boxed) throw fail('no_dialog', { agent: this.#context.self.id });
    return boxed.answer(body);
  }

  /** Ends one session, or the whole agent. */
  #stop({ session }: Record<string, unknown>): unknown {
    const { life } = this.#parts;
    const terminal = typeof session === 'string' ? this.#terminal({ session }) : null;
    // Send the answer first.
    setImmediate(() => {
      if (terminal) void life.endTerminal(terminal, { cause: 'stopped', reason: 'stop' });
      else void life.end('stop', 'stopped');
    });
    return { success: true };
  }

  async #rename(name: unknown): Promise<unknown> {
    if (typeof name === 'string' && isSessionAddress(name)) throw fail('agent_id_reserved', { agent_id: name });
    if (typeof name !== 'string' || !isAgentId(name)) {
      throw fail('invalid_request', {
        reason: 'A name can have up to 64 letters, digits, dots, hyphens or underscores.',
      });
    }
    const { registry, self } = this.#context;
    const other = registry.list().find((agent) => agent.id !== self.id && (agent.id === name || agent.name === name));
    if (other) throw fail('name_taken', { name, agent: other.id });
    if (readExternal(registry.home, name)) throw fail('external_exists', { name });
    const definition = registry.definition(self.id);
    if (definition) registry.define({ ...definition, name });
    this.#parts.presence.updateNow({ name });
    return { success: true, id: self.id, name };
  }

  async #setRole(role: unknown): Promise<unknown> {
    if (role !== null && typeof role !== 'string') {
      throw fail('invalid_request', { reason: '"role" must be a string or null.' });
    }
    const { registry, self } = this.#context;
    const definition = registry.definition(self.id);
    if (definition) registry.define({ ...definition, role });
    this.#parts.presence.updateNow({ role });
    return { success: true, id: self.id, role };
  }

  async #prune(olderThanMs: unknown): Promise<unknown> {
    if (typeof olderThanMs !== 'number' || olderThanMs < 0) {
      throw fail('invalid_request', { reason: '"older_than_ms" must be a number.' });
    }
    const { store, clock } = this.#context;
    const deleted = await store.write((tx) => tx.deleteOlderThan(clock.now() - olderThanMs, PRUNE_STEP));
    return { deleted, more: deleted.tasks + deleted.messages > 0 };
  }
}
