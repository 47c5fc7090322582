/** A profile: everything that Synapse must know about one kind of program. */
import { type PortRange, portRangeOf } from './ports.js';

export interface Profile {
  readonly name: string;
  /** The program and its first arguments; empty if the caller names the program (`shell`). */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly ports: PortRange;
  /** A line-oriented program is ready as soon as it runs, and a message is one line. */
  readonly line: boolean;
  /** The ways in which a message can reach the program, best first. */
  readonly channels: readonly ChannelName[];
  readonly typing: Typing;
  readonly screen: Screen;
  readonly pace: Pace;
  /** Arguments that continue the last conversation after a crash. */
  readonly resume: readonly string[];
  /** Files in which the program records its prompts, such as `~/.agent/log/*.jsonl`. */
  readonly transcript: readonly string[];
  /** The newest version of the program that the profile was tried with, such as `2.1.327`; null if nobody says. */
  readonly tried: string | null;
  /** The file that it was read from; null for a built-in profile. */
  readonly file: string | null;
}

/** `line` and `paste` type into the terminal. The others are front doors of one program each. */
export const CHANNEL_NAMES = [
  'line',
  'paste',
  'claude-socket',
  'claude-hook',
  'codex-app-server',
  'opencode-http',
] as const;
export type ChannelName = (typeof CHANNEL_NAMES)[number];

export function isChannelName(value: unknown): value is ChannelName {
  return CHANNEL_NAMES.some((name) => name === value);
}

type PasteMode = 'auto' | 'always' | 'never';

export interface Typing {
  readonly paste: PasteMode;
  /** Of a longer text, only the beginning and a pointer to the rest are typed. Counted in bytes for line-oriented programs. */
  readonly maxChars: number;
  /** Whether messages may reach it during its work, over a channel that can. */
  readonly midturn: boolean;
  /** The bytes that submit what was typed. */
  readonly submit: string;
  /**
   * The keys that make submitting safe after a text whose last word may have opened a menu or makes a new line of the
   * next Enter, if there are any. They must not change what the program reads.
   */
  readonly guard: string | null;
  /** Whether it reads a file that a message names after an `@`, and asks about one that is outside its folder. */
  readonly atFiles: boolean;
  /** The bytes that stop the program's current work, if there are any. */
  readonly interrupt: string | null;
  /** The keys that end the program, if there are any. Control keys are pressed one after the other. */
  readonly exit: string | null;
}

/** How patient the delivery into an input box is. */
export interface Pace {
  /** A person who has not typed for this long has stopped typing. */
  readonly personPauseMs: number;
  /** How long a text may take to appear in the box. */
  readonly seenLimitMs: number;
  /** Enter is pressed once nothing was drawn for this long, */
  readonly quietMs: number;
  /** and not sooner than this after the text was written. */
  readonly leastMs: number;
  /** How long a text may take to leave the box before Enter is pressed again. */
  readonly emptyLimitMs: number;
  /** After an Enter the signs of work may take a moment to appear. */
  readonly settleMs: number;
  /** How long a program that shows its box may take to ask for bracketed pastes. */
  readonly pasteLimitMs: number;
  /** How long a program must go on after a text has left its box before that counts as proof. */
  readonly surviveMs: number;
}

/**
 * Regular expressions that are matched against the whole screen, including line ends. One match of a list is enough. In
 * the text that `busy` is matched against, one line with `⎕` stands for the box.
 */
export interface Screen {
  readonly ready: readonly string[];
  readonly busy: readonly string[];
  readonly dialog: readonly string[];
  /** The input box, which may span several lines. Its first group is the draft. The lowest match counts. */
  readonly box: readonly string[];
  /** The style of text that is not a draft: `dim`, or a foreground color as `#808080` or a palette number. */
  readonly placeholder: readonly string[];
  /** What an empty box says. Its color depends on the terminal, so these words count while the cursor stands before them. */
  readonly empty: readonly string[];
  /** Dialog choices that are side by side and chosen with the arrow keys. Numbered lists are found without it. */
  readonly buttons: readonly string[];
  /**
   * Where the cursor is known to stand: in the `box` while it takes text, and on the selected `choice` of a dialog. A
   * program that draws both nowhere else can say anything on its screen without being misread.
   */
  readonly cursor: readonly CursorPlace[];
}

export const CURSOR_PLACES = ['box', 'choice'] as const;
type CursorPlace = (typeof CURSOR_PLACES)[number];

export type ProfileFields = Partial<Omit<Profile, 'name' | 'typing' | 'screen'>> & {
  readonly typing?: Partial<Typing>;
  readonly screen?: Partial<Screen>;
};

/** Fills in defaults that fit most programs of the same kind. */
export function makeProfile(name: string, fields: ProfileFields): Profile {
  const line = fields.line ?? false;
  return {
    name,
    command: fields.command ?? [],
    env: fields.env ?? {},
    ports: fields.ports ?? portRangeOf(name),
    line,
    channels: fields.channels ?? [line ? 'line' : 'paste'],
    typing: { ...(line ? LINE_TYPING : SCREEN_TYPING), ...fields.typing },
    screen: {
      ready: [],
      busy: [],
      dialog: [],
      box: [],
      placeholder: ['dim'],
      empty: [],
      buttons: [],
      cursor: [],
      ...fields.screen,
    },
    pace: fields.pace ?? PACE,
    resume: fields.resume ?? [],
    transcript: fields.transcript ?? [],
    tried: fields.tried ?? null,
    file: fields.file ?? null,
  };
}

/** A terminal in canonical mode silently cuts lines at 4,095 bytes. */
const LINE_TYPING: Typing = {
  paste: 'never',
  maxChars: 4000,
  midturn: false,
  submit: '\r',
  guard: null,
  atFiles: false,
  interrupt: '\x03',
  exit: '\x04',
};
const SCREEN_TYPING: Typing = {
  paste: 'auto',
  maxChars: 10_000,
  midturn: true,
  submit: '\r',
  guard: null,
  atFiles: false,
  interrupt: '\x1b',
  exit: '\x04\x04',
};
/** Measured with real programs: see docs/agents.md. */
export const PACE: Pace = {
  personPauseMs: 1_500,
  seenLimitMs: 6_000,
  quietMs: 150,
  leastMs: 250,
  emptyLimitMs: 2_500,
  settleMs: 1_500,
  pasteLimitMs: 10_000,
  surviveMs: 3_000,
};
