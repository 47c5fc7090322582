/** Requests about the agent itself: its status, its terminal, and to type, pause, rename, prune or stop. */
import { toIso } from '../../clock.js';
import { fail } from '../../errors.js';
import { isAgentId } from '../../ids.js';
import type { LiveEntry } from '../../registry/entry.js';
import type { Message } from '../../taskstore/message.js';
import { keyBytes } from '../../terminal/typing/key-names.js';
import type { DaemonContext } from '../context.js';
import type { ReceiptReports } from '../mail/receipts/receipt-reports.js';
import type { Presence } from '../start/presence.js';
import type { RunningProgram } from '../start/wrapped-program.js';
import type { TeamAccess } from '../team/team-access.js';
import type { Typist } from '../typing/typist.js';
import type { AgentLife } from '../wiring.js';
import { type Fields, fieldsOf } from './door/fields.js';
import type { Exchange } from './exchange.js';

export interface ControlParts {
  readonly presence: Presence;
  readonly typist: Typist;
  readonly reports: ReceiptReports;
  readonly team: TeamAccess;
  readonly life: AgentLife;
  readonly command: readonly string[];
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
      interrupt: () => this.#interrupt(),
      answer: (body) => this.#answer(body),
      keys: (body) => this.#type(body.keys),
      rename: (body) => this.#rename(body.name),
      role: (body) => this.#setRole(body.role),
      prune: (body) => this.#prune(body.older_than_ms),
      stop: () => {
        // Send the answer first.
        setImmediate(() => void parts.life.end('stop', 'stopped'));
        return { success: true };
      },
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

  status(): Record<string, unknown> {
    const { entry } = this;
    const { store } = this.#context;
    return {
      id: entry.id,
      type: entry.type,
      name: entry.name,
      role: entry.role,
      kind: entry.kind,
      status: entry.status,
      status_reason: entry.statusReason,
      status_at: toIso(entry.statusAt),
      instance: entry.instance,
      pid: entry.pid,
      program_pid: entry.programPid,
      program: this.#parts.command,
      port: entry.port,
      endpoint: entry.endpoint,
      socket: entry.socket,
      cwd: entry.cwd,
      project: entry.project,
      member: entry.member ?? null,
      purpose: entry.purpose ?? null,
      why: entry.why ?? null,
      paused: this.#parts.typist.isPaused,
      dialog: this.#parts.life.boxed?.status.dialog ?? null,
      current_task: entry.currentTask,
      queue: {
        waiting: store.queueLength(),
        outgoing: store.outboxLength(),
        open_requests: store.openRequests().length,
      },
      team_statements: this.#parts.team.statementCount,
      version: entry.version,
      started_at: toIso(entry.startedAt),
      store_id: entry.storeId,
    };
  }

  screen(): Record<string, unknown> {
    const { terminal } = this.#program();
    return { text: terminal.screenText(), ...terminal.size };
  }

  /** Streams what the program prints from now on, as raw bytes. */
  output({ response }: Exchange): undefined {
    const { terminal } = this.#program();
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' });
    response.flushHeaders();
    const unsubscribe = terminal.onOutput((chunk) => {
      // A client that does not read must not fill the memory.
      if (response.writableLength > MOST_UNREAD_BYTES) response.destroy();
      else response.write(chunk);
    });
    response.on('close', unsubscribe);
  }

  #program(): RunningProgram {
    const program = this.#parts.life.program;
    if (!program) throw fail('invalid_request', { reason: `${this.#context.self.id} has no terminal.` });
    return program;
  }

  /** Does not wait until the keys are taken, because a program may not read. */
  #type(keys: unknown): unknown {
    if (typeof keys !== 'string' || keys === '') throw fail('invalid_request', { reason: '"keys" must be a string.' });
    const program = this.#program();
    void program.keys.type(keyBytes(keys, program.terminal.modes));
    return { success: true };
  }

  async #setPaused(paused: boolean): Promise<unknown> {
    await this.#parts.typist.setPaused(paused);
    await this.#pauseStarts(paused);
    const screen = this.#parts.life.boxed?.status;
    this.#parts.presence.updateNow({ status: paused ? 'paused' : 'ready', statusReason: null });
    if (!paused) screen?.publish();
    return { success: true, paused };
  }

  /** Pausing also keeps sessions of the agent from starting. */
  async #pauseStarts(paused: boolean): Promise<void> {
    const { team } = this.#parts;
    const { project, member } = this.#context;
    const opened = project === null ? null : await team.ifThere();
    if (!opened) return;
    const { setAgentPaused } = await import('../../team/people/pausing.js');
    await setAgentPaused(opened, member, paused);
  }

  async #interrupt(): Promise<unknown> {
    if (await this.#parts.typist.interrupt()) return { success: true };
    throw fail('invalid_request', { reason: `${this.#context.self.id} has no program with an interrupt key.` });
  }

  async #answer(body: Fields): Promise<unknown> {
    const boxed = this.#parts.life.boxed;
    if (!boxed) throw fail('no_dialog', { agent: this.#context.self.id });
    return boxed.answer(body);
  }

  async #rename(name: unknown): Promise<unknown> {
    if (typeof name !== 'string' || !isAgentId(name)) {
      throw fail('invalid_request', {
        reason: 'A name can have up to 64 letters, digits, dots, hyphens or underscores.',
      });
    }
    const { registry, self } = this.#context;
    const other = registry.list().find((agent) => agent.id !== self.id && (agent.id === name || agent.name === name));
    if (other) throw fail('name_taken', { name, agent: other.id });
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
