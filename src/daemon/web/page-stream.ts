/** One open page: tells it what happens, and passes the bytes of the terminals that it shows in both directions. */
import type { WebSocket } from 'ws';
import type { ActivityEvent } from '../../a2a/activity.js';
import type { DaemonSays, PageSays } from '../../a2a/web/stream.js';
import { asSynapseError, fail } from '../../errors.js';
import type { DaemonContext } from '../context.js';
import { FollowActivity } from './follow-activity.js';
import { PageTerminal } from './page-terminal.js';

export interface StreamRights {
  readonly readOnly: boolean;
  readonly isStillOpen: () => boolean;
  /** Somebody looks at the page, until what it returns is called. */
  readonly look: () => () => void;
}

/** A page this far behind reads no terminal until it has caught up, and is cut off from the rest. */
const MOST_UNREAD_BYTES = 4 * 2 ** 20;
const FAR_TOO_MUCH_BYTES = 32 * 2 ** 20;
const LOOK_AGAIN_MS = 50;
const MOST_TERMINALS = 8;
/** The session has ended: there is no use in connecting again. */
const CLOSED_CODE = 4401;

export class PageStream {
  readonly #context: DaemonContext;
  readonly #connection: WebSocket;
  readonly #rights: StreamRights;
  readonly #terminals = new Map<number, PageTerminal>();
  #activity: FollowActivity | null = null;
  #lookAway: (() => void) | null = null;
  #isAlive = true;
  #catchingUp: NodeJS.Timeout | null = null;

  constructor(context: DaemonContext, connection: WebSocket, rights: StreamRights) {
    this.#context = context;
    this.#connection = connection;
    this.#rights = rights;
    connection.on('message', (data, isBinary) => {
      if (isBinary) return void connection.terminate();
      this.#hear(String(data));
    });
    connection.on('pong', () => {
      this.#isAlive = true;
    });
    connection.on('error', () => connection.terminate());
    connection.on('close', () => this.#stop());
  }

  look(): void {
    if (!this.#rights.isStillOpen()) return void this.end();
    // A laptop that went to sleep says nothing, and its connection would stay for hours.
    if (!this.#isAlive) return void this.destroy();
    this.#isAlive = false;
    this.#connection.ping();
  }

  end(): void {
    this.#say({ say: 'closed' });
    this.#connection.close(CLOSED_CODE);
  }

  destroy(): void {
    this.#connection.terminate();
  }

  #hear(text: string): void {
    try {
      this.#do(JSON.parse(text) as PageSays);
    } catch {
      // It does not speak the protocol.
      this.#connection.terminate();
    }
  }

  #do(said: PageSays): void {
    if (said.say === 'follow') return void this.#follow(typeof said.since === 'string' ? said.since : null);
    if (said.say === 'alive') return void this.#say({ say: 'alive' });
    if (said.say === 'look') return void this.#beSeen(said.isSeen === true);
    const terminal = this.#terminals.get(said.id);
    if (said.say === 'open') return void this.#open(said);
    if (said.say === 'close') terminal?.close();
    else if (said.say === 'size') terminal?.resize({ cols: Number(said.cols), rows: Number(said.rows) });
    else if (said.say === 'keys') terminal?.type(String(said.text));
    else throw fail('invalid_request', { reason: 'unknown' });
  }

  #follow(since: string | null): void {
    this.#activity?.stop();
    this.#activity = new FollowActivity(this.#context, since, {
      onOpen: () => this.#say({ say: 'live' }),
      onEvent: (event: ActivityEvent) => this.#say({ say: 'activity', event }),
      onLost: (reason) => this.#say({ say: 'behind', reason }),
    });
  }

  #beSeen(isSeen: boolean): void {
    if (isSeen) this.#lookAway ??= this.#rights.look();
    else {
      this.#lookAway?.();
      this.#lookAway = null;
    }
  }

  #open(said: Extract<PageSays, { say: 'open' }>): void {
    const { id } = said;
    this.#terminals.get(id)?.close();
    const refuse = (error: unknown) => this.#say({ say: 'ended', id, reason: sentenceOf(error), code: null });
    if (this.#terminals.size >= MOST_TERMINALS)
      return void refuse(fail('invalid_request', { reason: 'Too many terminals.' }));
    if (said.typing && this.#rights.readOnly) return void refuse(fail('page_read_only'));
    const terminal: PageTerminal = new PageTerminal(this.#context, said, {
      onOpen: () => this.#say({ say: 'opened', id }),
      onBytes: (bytes) => this.#send(bytes),
      onEnd: (reason, code) => {
        if (this.#terminals.get(id) === terminal) this.#terminals.delete(id);
        this.#say({ say: 'ended', id, reason: reason instanceof Error ? sentenceOf(reason) : reason, code });
      },
    });
    this.#terminals.set(id, terminal);
  }

  #say(said: DaemonSays): void {
    if (this.#connection.readyState !== this.#connection.OPEN) return;
    if (this.#connection.bufferedAmount > FAR_TOO_MUCH_BYTES) return void this.destroy();
    this.#connection.send(JSON.stringify(said));
  }

  #send(bytes: Buffer): void {
    if (this.#connection.readyState !== this.#connection.OPEN) return;
    this.#connection.send(bytes);
    if (this.#connection.bufferedAmount <= MOST_UNREAD_BYTES || this.#catchingUp) return;
    for (const terminal of this.#terminals.values()) terminal.pause();
    this.#catchingUp = setInterval(() => {
      if (this.#connection.bufferedAmount > 0) return;
      this.#endCatchingUp();
      for (const terminal of this.#terminals.values()) terminal.resume();
    }, LOOK_AGAIN_MS);
  }

  #endCatchingUp(): void {
    if (this.#catchingUp) clearInterval(this.#catchingUp);
    this.#catchingUp = null;
  }

  #stop(): void {
    this.#endCatchingUp();
    this.#beSeen(false);
    this.#activity?.stop();
    for (const terminal of [...this.#terminals.values()]) terminal.close();
    this.#terminals.clear();
  }
}

function sentenceOf(error: unknown): string {
  return asSynapseError(error).message;
}
