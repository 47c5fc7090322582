/**
 * A front door: an inbox that an agent program brings itself, such as a socket or a local HTTP server. It is prepared
 * before the program starts, because most of them are opened by an argument, and serves one run of that program.
 */
import type { ChannelName } from '../profiles/profile.js';
import type { Message } from '../taskstore/message.js';
import type { TerminalSession } from '../terminal/terminal-session.js';
import type { Settled } from './delivered.js';
import type { Recorded } from './evidence/recorded.js';

/** What is known before the program starts. */
export interface StartFacts {
  /** The program and its arguments, as the person gave them. */
  readonly command: readonly string[];
  /** The version that the program reports, such as `2.1.325`; null if it reports none. */
  readonly version: string | null;
  readonly cwd: string;
  /** The environment that the program will have. */
  readonly env: Readonly<Record<string, string>>;
  /** A private folder (0700) with a short path, for sockets and settings. It is removed with the terminal. */
  readonly dir: string;
}

/** What a front door adds to the start of the program. */
export interface Prepared {
  /** The whole command, with the door's own arguments where the program expects them. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The door of the program that now runs. */
  open(terminal: TerminalSession): OpenDoor;
  /** Undoes the preparation, also if the program never started. Ends processes that it started. */
  close(): Promise<void>;
}

export interface FrontDoor {
  readonly name: ChannelName;
  /** Null if this program, in this version or with these arguments, has no such door. Does nothing lasting then. */
  prepare(facts: StartFacts): Promise<Prepared | null>;
}

/** What the program itself reports about its work. Stronger than what its screen shows. */
export interface Evidence {
  readonly state: 'ready' | 'busy' | 'waiting';
  readonly by: 'hook' | 'event' | 'transcript';
  /** The open permission question: the tool and its exact command, if the program names them. */
  readonly asks: { readonly tool: string; readonly command: string } | null;
}

/** When the program reads a message that arrives during its work: between two tool calls, or at the end of the turn. */
export type Moment = 'now' | 'idle';

export interface Handover {
  readonly message: Message;
  /** What the program is to read: `[A2A:<id>:<sender>] text` and perhaps a hint. */
  readonly text: string;
  readonly moment: Moment;
}

/** How a door stands: still being opened, open, or out of order for the rest of this run, with the reason. */
export type DoorState =
  | { readonly type: 'opening' }
  | { readonly type: 'open' }
  | { readonly type: 'broken'; readonly why: string };

export interface OpenDoor {
  readonly name: ChannelName;
  readonly state: DoorState;
  /** The latest evidence of the program's work; null while there is none. */
  readonly evidence: Evidence | null;
  /** The longest text that it takes, in characters. */
  readonly maxChars: number;
  /** Whether a message may be handed over during a turn, so that the program reads it between two tool calls. */
  readonly takesMidTurn: boolean;
  /** Whether handing over was proven to leave an open dialog alone. */
  readonly leavesDialogs: boolean;
  /** Whether it could take a message for this moment right now. A door without it always can. */
  canTake?(moment: Moment): boolean;
  /** Whether the program reads such a text unchanged during its work. Without it, any text. */
  keepsMidTurn?(text: string): boolean;
  /**
   * Hands the text over. Resolves when the door has taken it, or refused it (`refused`, then nothing was taken). An
   * acceptance is no proof: `settled` resolves with `submitted` if the program's own evidence shows that its model was
   * asked, with `recorded` if it shows that it is about to be, with `dropped` if it shows that the text was never read,
   * and with `uncertain` and the reason `no_evidence` after the time limit.
   */
  handOver(handover: Handover): Promise<HandedOver>;
  /** What the program's own records say about this message, which it may have got in an earlier run. */
  recordOf(message: Message, text: string): Promise<Recorded>;
  /** Set if the program can be made to go on with a message that it has stored and not read, even in another run. */
  readonly takesUpStored?: true;
  /** Calls back when the state or the evidence may have changed. */
  onChange(listener: () => void): void;
  /** Opens no connection any more. Never rejects. */
  close(): Promise<void>;
}

export type HandedOver =
  | { readonly type: 'refused'; readonly why: string }
  | { readonly type: 'taken'; readonly settled: Promise<SettledByDoor> };

/** `dropped`: the program's own evidence shows that it was not read, so it may be sent again. */
export type SettledByDoor = Extract<Settled, { type: 'submitted' | 'uncertain' | 'dropped' }> | RecordedByProgram;

/** The program has recorded it and asks its model next. `answered` resolves when that is seen to answer, if ever. */
interface RecordedByProgram {
  readonly type: 'recorded';
  readonly answered: Promise<void>;
}
