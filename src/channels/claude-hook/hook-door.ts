/** Hands messages to a Claude Code without an inbox while it works: between two tool calls, by the hook that follows one. */
import type { Message } from '../../taskstore/message.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';
import { transcriptsSince } from '../claude/claude-files.js';
import { Proofs } from '../claude/proof/proofs.js';
import { recordIn } from '../claude/proof/record-in.js';
import { givenBy } from '../claude/proof/transcript-lines.js';
import { LIMITS } from '../claude/proof/unproven.js';
import { Reports } from '../claude/reports/reports.js';
import type { Recorded } from '../evidence/recorded.js';
import type { DoorState, Evidence, HandedOver, Handover, OpenDoor, SettledByDoor } from '../front-door.js';
import { MOST_BYTES, type Slot } from './slot.js';

export interface HookDoorOptions {
  readonly slot: Slot;
  /** The folder in which hooks leave their events. */
  readonly spool: string;
  /** The configuration folder of the program, and where it runs. */
  readonly config: string;
  readonly cwd: string;
  readonly startedAt: number;
}

export class HookDoor implements OpenDoor {
  readonly name = 'claude-hook';
  readonly maxChars = MOST_BYTES;
  readonly takesMidTurn = true;
  /** No hook runs while a dialog is open, so nothing can be handed over then. */
  readonly leavesDialogs = false;
  readonly #options: HookDoorOptions;
  readonly #reports: Reports;
  readonly #proofs: Proofs;
  readonly #listeners: (() => void)[] = [];
  #state: DoorState = { type: 'open' };
  /** What lies in the slot, unless a hook has just taken it. */
  #waiting: string | null = null;

  constructor(options: HookDoorOptions, { pid, exited }: Pick<TerminalSession, 'pid' | 'exited'>) {
    this.#options = options;
    this.#reports = new Reports({ ...options, run: { pid, socket: null, startedAt: options.startedAt } });
    this.#proofs = new Proofs({
      reports: this.#reports,
      proves: (line, { text }) => line.includes('hook_additional_context') && givenBy(line)?.text === text,
      limits: LIMITS,
    });
    this.#reports.onChange(() => {
      if (this.evidence?.state === 'ready') this.#takeBack({ type: 'dropped', reason: 'turn_ended' });
      for (const listener of this.#listeners) listener();
    });
    void exited.then(() => {
      this.#end('The program has ended.');
      this.#proofs.end();
    });
  }

  get state(): DoorState {
    return this.#state;
  }

  get evidence(): Evidence | null {
    return this.#reports.evidence;
  }

  /** Only between two tool calls, and one at a time. */
  canTake(moment: Handover['moment']): boolean {
    return moment === 'now' && this.evidence?.state === 'busy' && this.#waiting === null;
  }

  async handOver({ message, text, moment }: Handover): Promise<HandedOver> {
    const why = this.#refusalOf(text, moment);
    if (why !== null) return { type: 'refused', why };
    const settled = this.#proofs.expect({ uuid: message.id, text });
    this.#waiting = message.id;
    this.#options.slot.put(text);
    void settled.then(() => {
      if (this.#waiting === message.id) this.#waiting = null;
    });
    return { type: 'taken', settled };
  }

  recordOf(message: Message, text: string): Promise<Recorded> {
    const files = transcriptsSince(this.#options.config, this.#options.cwd, message.createdAt);
    return recordIn(files, { uuid: message.id, text });
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    this.#end('The door is closed.');
    this.#takeBack({ type: 'dropped', reason: 'closed' });
    this.#proofs.look();
    this.#proofs.close();
    this.#reports.close();
  }

  #refusalOf(text: string, moment: Handover['moment']): string | null {
    if (this.#state.type === 'broken') return this.#state.why;
    if (moment !== 'now' || this.evidence?.state !== 'busy') return 'It takes messages only between two tool calls.';
    if (Buffer.byteLength(text) > MOST_BYTES) return 'The text is too long to be given to it during a turn.';
    return this.#waiting === null ? null : 'Another message waits for the end of a tool call.';
  }

  #takeBack(settled: SettledByDoor): void {
    const id = this.#waiting;
    if (id !== null && this.#options.slot.takeBack()) this.#proofs.settle(id, settled);
  }

  #end(why: string): void {
    if (this.#state.type === 'broken') return;
    this.#state = { type: 'broken', why };
    for (const listener of this.#listeners) listener();
  }
}
