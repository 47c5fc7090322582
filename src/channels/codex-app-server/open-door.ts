/** The door of a running Codex whose TUI has joined our app server. */
import type { Message } from '../../taskstore/message.js';
import type { Recorded } from '../evidence/recorded.js';
import type { DoorState, Evidence, HandedOver, Handover, OpenDoor } from '../front-door.js';
import { Connection, type Notice, recordOf, whyOf } from './connection.js';
import { Conversation } from './conversation.js';
import { Membership } from './membership.js';
import { Nudges } from './nudges.js';
import { fateInFile, fateInFolder, sessionsFolder } from './rollout.js';
import { Unread } from './unread.js';

export interface DoorLimits {
  readonly connectMs?: number;
  readonly answerMs?: number;
  readonly evidenceMs?: number;
  /** How long Codex may take to show a thread, for example because it first asks the person to log in. */
  readonly threadMs?: number;
}

export interface DoorParts {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
  readonly version: string;
  /** Resolves when the program has ended. */
  readonly exited: Promise<unknown>;
  /** Resolves when the TUI has joined the server. */
  readonly shown: Promise<void>;
  readonly limits?: DoorLimits;
}

/** The server refuses longer texts. */
const MAX_CHARS = 2 ** 20;
const THREAD_LIMIT_MS = 120_000;
/** Errors after which the server has not taken anything: of JSON-RPC itself, and "overloaded". */
const REFUSALS: readonly number[] = [-32700, -32600, -32601, -32602, -32001];
const CLIENT = { name: 'synapse', title: 'Synapse' };

export class AppServerDoor implements OpenDoor {
  readonly name = 'codex-app-server';
  readonly maxChars = MAX_CHARS;
  readonly takesMidTurn = true;
  readonly leavesDialogs = true;
  readonly #parts: DoorParts;
  readonly #connection: Connection;
  readonly #conversation = new Conversation();
  readonly #unread: Unread;
  readonly #members: Membership;
  readonly #nudges: Nudges;
  readonly #listeners = new Set<() => void>();
  /** The threads to which a text was sent, and which have not reported yet that they are at work. */
  readonly #starting = new Set<string>();
  #isReady = false;
  #broken: string | null = null;
  #threadLimit: NodeJS.Timeout | undefined;
  /** Ends when the last text was answered, because the next one must not overtake it. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(parts: DoorParts) {
    this.#parts = parts;
    const { evidenceMs } = parts.limits ?? {};
    this.#connection = new Connection({
      path: parts.path,
      onNotice: (notice) => this.#onNotice(notice),
      onClosed: (why) => this.#break(why),
      limits: parts.limits ?? {},
    });
    this.#unread = new Unread({
      isIdle: (threadId) => !['active', 'waiting'].includes(this.#conversation.statusOf(threadId) ?? ''),
      recorded: (text) => {
        const file = this.#conversation.pathOf(text.threadId);
        return file === null ? Promise.resolve('unknown') : fateInFile(file, text, text.at);
      },
      ...(evidenceMs === undefined ? {} : { limitMs: evidenceMs }),
    });
    this.#members = new Membership(this.#connection, this.#conversation, this.#unread);
    this.#nudges = new Nudges(this.#connection, {
      isIdle: (id) => this.#conversation.statusOf(id) === 'idle' && !this.#starting.has(id),
    });
    void parts.exited.then(() => this.#break('Codex has ended'));
    void this.#open();
  }

  get state(): DoorState {
    if (this.#broken !== null) return { type: 'broken', why: this.#broken };
    return { type: this.#isReady && this.#conversation.current !== null ? 'open' : 'opening' };
  }

  get evidence(): Evidence | null {
    if (this.#broken !== null) return null;
    const { evidence, current } = this.#conversation;
    const isStarting = evidence?.state === 'ready' && current !== null && this.#starting.has(current);
    return isStarting ? { ...evidence, state: 'busy' } : evidence;
  }

  async handOver(handover: Handover): Promise<HandedOver> {
    if (handover.text.length > MAX_CHARS) return { type: 'refused', why: `longer than ${MAX_CHARS} characters` };
    for (;;) {
      if (handover.moment === 'idle') await this.#untilIdle();
      const handed = this.#turn.then(() =>
        handover.moment === 'idle' && this.#isBusy ? null : this.#handOver(handover),
      );
      this.#turn = handed;
      const outcome = await handed;
      if (outcome) return outcome;
    }
  }

  async recordOf(message: Message, text: string): Promise<Recorded> {
    const folder = sessionsFolder(this.#parts.env);
    if (folder === null) return 'absent';
    const sought = { clientId: clientIdOf(message), text, turnId: null };
    const fate = await fateInFolder(folder, sought, message.createdAt);
    return fate === 'answered' ? 'answered' : fate === 'read' ? 'stored' : 'absent';
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    this.#connection.close();
    await this.#end('the door was closed');
  }

  async #open(): Promise<void> {
    try {
      await this.#parts.shown;
      if (this.#broken !== null) return;
      await this.#connection.open();
      const clientInfo = { ...CLIENT, version: this.#parts.version };
      const capabilities = { experimentalApi: false, requestAttestation: false };
      const hello = await this.#connection.call('initialize', { clientInfo, capabilities });
      if (hello.type !== 'result') return this.#break(whyOf(hello));
      this.#connection.notify('initialized');
      this.#isReady = true;
      this.#waitForThread();
      const loaded = await this.#connection.call('thread/loaded/list', {});
      const ids = loaded.type === 'result' && Array.isArray(loaded.result.data) ? loaded.result.data : [];
      for (const id of ids) if (typeof id === 'string') await this.#learn(id, this.#conversation.current === null);
    } catch (error) {
      this.#break(error instanceof Error ? error.message : String(error));
    }
  }

  #waitForThread(): void {
    clearTimeout(this.#threadLimit);
    if (this.#conversation.current !== null || this.#broken !== null) return;
    const limitMs = this.#parts.limits?.threadMs ?? THREAD_LIMIT_MS;
    this.#threadLimit = setTimeout(() => this.#break('Codex shows no conversation'), limitMs);
    this.#threadLimit.unref();
  }

  async #learn(threadId: string, isShown: boolean): Promise<void> {
    const answer = await this.#connection.call('thread/read', { threadId, includeTurns: false });
    if (answer.type !== 'result') return;
    this.#conversation.learn(answer.result.thread, isShown);
    this.#changed();
  }

  #onNotice(notice: Notice): void {
    const happening = this.#conversation.take(notice, (threadId) => this.#unread.has(threadId));
    if (happening?.type === 'read') this.#unread.read(happening.clientId);
    if (happening?.type === 'answered') this.#unread.answered(happening.threadId);
    if (happening?.type === 'ended') {
      this.#unread.turnEnded(happening.turnId, happening.status);
      if (happening.isUnanswered) this.#turn = this.#nudges.follow(happening.threadId, this.#turn);
    }
    if (happening?.type === 'unknown thread') void this.#learn(happening.threadId, happening.isShown);
    if (happening?.type === 'status') {
      this.#starting.delete(happening.threadId);
      this.#nudges.statusChanged(happening);
      this.#unread.statusChanged(happening.threadId);
    }
    if (happening?.type === 'status' || happening?.type === 'changed') this.#changed();
  }

  #changed(): void {
    this.#waitForThread();
    this.#members.joinCurrent();
    for (const listener of [...this.#listeners]) listener();
  }

  /** Never rejects. */
  async #handOver({ message, text }: Handover): Promise<HandedOver> {
    const { current: threadId } = this.#conversation;
    if (this.#broken !== null) return { type: 'refused', why: this.#broken };
    if (threadId === null || !this.#isReady) return { type: 'refused', why: 'Codex shows no conversation yet' };
    const clientId = clientIdOf(message);
    const unread = this.#unread.add({ clientId, text, threadId, turnId: null, at: Date.now() });
    this.#starting.add(threadId);
    const input = [{ type: 'text', text, text_elements: [] }];
    // During a turn this adds to it, as `turn/steer` would, which fails if that turn is just over.
    const answer = await this.#connection.call('turn/start', { threadId, clientUserMessageId: clientId, input });
    if (answer.type === 'unsent' || (answer.type === 'error' && REFUSALS.includes(answer.code))) {
      unread.forget();
      this.#starting.delete(threadId);
      return { type: 'refused', why: whyOf(answer) };
    }
    const { id: turnId } = answer.type === 'result' ? recordOf(answer.result.turn) : { id: null };
    unread.accept(typeof turnId === 'string' ? turnId : null);
    void unread.settled.then(() => this.#settled(threadId));
    if (answer.type === 'none') this.#break(answer.why);
    else void this.#members.join(threadId);
    return { type: 'taken', settled: unread.settled };
  }

  #settled(threadId: string): void {
    if (this.#starting.delete(threadId)) this.#changed();
  }

  get #isBusy(): boolean {
    return this.state.type === 'open' && this.evidence?.state !== 'ready';
  }

  async #untilIdle(): Promise<void> {
    if (!this.#isBusy) return;
    await new Promise<void>((resolve) => {
      const look = () => {
        if (this.#isBusy) return;
        this.#listeners.delete(look);
        resolve();
      };
      this.#listeners.add(look);
    });
  }

  #break(why: string): void {
    if (this.#broken !== null) return;
    this.#connection.close();
    void this.#end(why);
  }

  async #end(why: string): Promise<void> {
    clearTimeout(this.#threadLimit);
    this.#broken ??= why;
    for (const listener of [...this.#listeners]) listener();
    await this.#unread.giveUp(why);
  }
}

/** The same for every try, so that the records of Codex show which message it was. */
export function clientIdOf({ id }: Pick<Message, 'id'>): string {
  return `synapse-${id}`;
}
