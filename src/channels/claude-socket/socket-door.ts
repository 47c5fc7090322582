/** The open inbox of one running Claude Code: hands messages over at its pace, and waits for proof that they were read. */
import type { Message } from '../../taskstore/message.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';
import { transcriptsSince } from '../claude/claude-files.js';
import { Proofs } from '../claude/proof/proofs.js';
import { recordIn } from '../claude/proof/record-in.js';
import { provenBy } from '../claude/proof/transcript-lines.js';
import { LIMITS, type Limits } from '../claude/proof/unproven.js';
import { Reports } from '../claude/reports/reports.js';
import type { Recorded } from '../evidence/recorded.js';
import type { DoorState, Evidence, HandedOver, Handover, OpenDoor } from '../front-door.js';
import { knock, NoticeBox, sendLine } from './inbox.js';
import { afterSending, type Bucket, fullBucket, PACE, type Pace, waitMs } from './pacing.js';
import { isKeptMidTurn, MAX_CHARS, messageLine, type Notice, refusalOf, uuidOf } from './wire.js';

/** How fast it goes, and how long it waits. */
export interface Patience {
  readonly pace: Pace;
  readonly limits: Limits & { readonly openingMs: number };
}

export const PATIENCE: Patience = { pace: PACE, limits: { ...LIMITS, openingMs: 60_000 } };

export interface SocketDoorOptions extends Patience {
  /** The socket that the program opens, and ours for its notices, in the same folder. */
  readonly inbox: string;
  readonly notices: string;
  /** The folder in which hooks leave their events. */
  readonly spool: string;
  /** The configuration folder of the program, and where it runs. */
  readonly config: string;
  readonly cwd: string;
  readonly startedAt: number;
}

const TRY_AGAIN_MS = 100;
/** A connection can fail while the program is busy with others. */
const MOST_TRIES = 20;

export class SocketDoor implements OpenDoor {
  readonly name = 'claude-socket';
  readonly maxChars = MAX_CHARS;
  readonly takesMidTurn = true;
  readonly leavesDialogs = true;
  readonly #options: SocketDoorOptions;
  readonly #reports: Reports;
  readonly #proofs: Proofs;
  readonly #notices: NoticeBox;
  readonly #listeners: (() => void)[] = [];
  readonly #rests = new Set<() => void>();
  #state: DoorState = { type: 'opening' };
  #bucket: Bucket;
  /** Messages go one after the other, in the order in which they were handed over. */
  #last: Promise<unknown>;

  constructor(options: SocketDoorOptions, { pid, exited }: Pick<TerminalSession, 'pid' | 'exited'>) {
    this.#options = options;
    this.#bucket = fullBucket(performance.now(), options.pace);
    this.#reports = new Reports({ ...options, run: { pid, socket: options.inbox, startedAt: options.startedAt } });
    this.#proofs = new Proofs({
      reports: this.#reports,
      proves: (line, { uuid }) => line.includes(uuid) && provenBy(line) === uuid,
      limits: options.limits,
    });
    this.#notices = new NoticeBox(options.notices, (notice) => this.#hear(notice));
    this.#reports.onChange(() => this.#tell());
    this.#last = this.#open();
    void exited.then(() => {
      this.#break('The program has ended.');
      this.#proofs.end();
    });
  }

  get state(): DoorState {
    return this.#state;
  }

  get evidence(): Evidence | null {
    return this.#reports.evidence;
  }

  keepsMidTurn(text: string): boolean {
    return isKeptMidTurn(text);
  }

  handOver(handover: Handover): Promise<HandedOver> {
    const handed = this.#last.then(() => this.#handOver(handover));
    this.#last = handed.catch(() => {});
    return handed;
  }

  recordOf(message: Message, text: string): Promise<Recorded> {
    const files = transcriptsSince(this.#options.config, this.#options.cwd, message.createdAt);
    return recordIn(files, { uuid: uuidOf(message.id), text });
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    this.#break('The door is closed.');
    this.#proofs.look();
    this.#proofs.close();
    this.#reports.close();
    this.#notices.close();
    await this.#last;
  }

  async #open(): Promise<void> {
    const until = performance.now() + this.#options.limits.openingMs;
    while (this.#state.type === 'opening') {
      try {
        await knock(this.#options.inbox);
        this.#become({ type: 'open' });
      } catch {
        if (performance.now() > until) this.#break('It did not open its inbox.');
        else await this.#rest(TRY_AGAIN_MS);
      }
    }
  }

  async #handOver({ message, text, moment }: Handover): Promise<HandedOver> {
    const uuid = uuidOf(message.id);
    const line = messageLine({ uuid, notices: this.#options.notices, moment, text });
    const refusal = this.#proofs.has(uuid) ? 'It has this message already.' : refusalOf(text, line);
    if (refusal !== null) return { type: 'refused', why: refusal };
    await this.#untilItMayGo(text);
    const settled = this.#proofs.expect({ uuid, text });
    const why = await this.#send(line);
    if (why === null) return { type: 'taken', settled };
    this.#proofs.forget(uuid);
    return { type: 'refused', why };
  }

  async #untilItMayGo(text: string): Promise<void> {
    const isFull = () => this.#proofs.count >= this.#options.pace.mostUnread;
    const wait = () => (isFull() ? TRY_AGAIN_MS : waitMs(this.#bucket, text, performance.now(), this.#options.pace));
    for (let ms = wait(); ms > 0 && this.#state.type === 'open'; ms = wait()) await this.#rest(ms);
    this.#bucket = afterSending(this.#bucket, text, performance.now(), this.#options.pace);
  }

  /** Null if the program has it, otherwise the reason why not. */
  async #send(line: string): Promise<string | null> {
    for (let tries = 1; this.#state.type !== 'broken'; tries += 1) {
      try {
        await sendLine(this.#options.inbox, line);
        return null;
      } catch {
        if (tries < MOST_TRIES) await this.#rest(TRY_AGAIN_MS);
        else this.#break('Its inbox does not answer.');
      }
    }
    return this.#state.why;
  }

  #hear({ uuids, fate, reason }: Notice): void {
    // What it refuses once, it refuses always: its settings or its maker have turned the inbox off.
    if (fate === 'refused') this.#break('It refuses messages from outside.');
    // A line that seemed to be lost and was sent again: it has the first one.
    if (reason === 'duplicate') return;
    for (const uuid of uuids) {
      // What the person has denied must not come another way.
      this.#proofs.settle(uuid, fate === 'denied' ? { type: 'uncertain', reason } : { type: 'dropped', reason });
    }
  }

  #break(why: string): void {
    if (this.#state.type !== 'broken') this.#become({ type: 'broken', why });
  }

  #become(state: DoorState): void {
    if (this.#state.type === 'broken') return;
    this.#state = state;
    for (const wake of this.#rests) wake();
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Ends early when the state changes. */
  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#rests.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#rests.add(wake);
    });
  }
}
