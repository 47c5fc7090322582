/** What a profile is: everything Synapse must know about one kind of program that it hosts. */
import { type PortRange, portRangeOf } from './ports.js';

export interface Profile {
  readonly name: string;
  /** The program and its first arguments; empty when the caller names the program (`shell`). */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly ports: PortRange;
  /** Line-oriented: ready once it runs, and a message is one line. */
  readonly line: boolean;
  readonly typing: Typing;
  readonly screen: Screen;
  /** Arguments that continue the last conversation after a crash. */
  readonly resume: readonly string[];
  /** Files in which the program writes down what it was told, such as `~/.agent/log/*.jsonl`. */
  readonly transcript: readonly string[];
  /** The file it was read from, or null for one that is built in. */
  readonly file: string | null;
}

export type PasteMode = 'auto' | 'always' | 'never';

export interface Typing {
  readonly paste: PasteMode;
  /** A longer text is typed as its beginning and a pointer to the rest. Line-oriented programs count it in bytes. */
  readonly maxChars: number;
  /** The bytes that submit what was typed. */
  readonly submit: string;
  /** The bytes that stop the program's current work, if it knows any. */
  readonly interrupt: string | null;
  /** The keys that make the program end, if it knows any; control keys are pressed one after the other. */
  readonly exit: string | null;
}

/** Regular expressions over the text of the screen, line ends included; any one of a list is enough. */
export interface Screen {
  readonly ready: readonly string[];
  readonly busy: readonly string[];
  readonly dialog: readonly string[];
  /** The input box, over several lines if need be; the first group is the draft in it. The lowest one counts. */
  readonly box: readonly string[];
  /** How text looks that is no draft: `dim`, or a colour of the foreground as `#808080` or a palette number. */
  readonly placeholder: readonly string[];
  /** The choices of dialogs that stand side by side, chosen with the arrow keys. Lists with numbers need none. */
  readonly buttons: readonly string[];
}

export type ProfileFields = Partial<Omit<Profile, 'name' | 'typing' | 'screen'>> & {
  readonly typing?: Partial<Typing>;
  readonly screen?: Partial<Screen>;
};

/** Fills what a profile leaves out with what fits most programs of its sort. */
export function makeProfile(name: string, fields: ProfileFields): Profile {
  const line = fields.line ?? false;
  return {
    name,
    command: fields.command ?? [],
    env: fields.env ?? {},
    ports: fields.ports ?? portRangeOf(name),
    line,
    typing: { ...(line ? LINE_TYPING : SCREEN_TYPING), ...fields.typing },
    screen: { ready: [], busy: [], dialog: [], box: [], placeholder: ['dim'], buttons: [], ...fields.screen },
    resume: fields.resume ?? [],
    transcript: fields.transcript ?? [],
    file: fields.file ?? null,
  };
}

/** A terminal in canonical mode cuts lines at 4,095 bytes, without a word. */
const LINE_TYPING: Typing = { paste: 'never', maxChars: 4000, submit: '\r', interrupt: '\x03', exit: '\x04' };
const SCREEN_TYPING: Typing = { paste: 'auto', maxChars: 10_000, submit: '\r', interrupt: '\x1b', exit: '\x04\x04' };
