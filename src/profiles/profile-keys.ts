/** The keys of a profile file. The file is read by this table, and its JSON Schema is made from it. */
import type { FileSpec } from '../yaml/read-yaml-file.js';
import { environment, type Keys, section, type ValuesOf } from '../yaml/section.js';
import { anyText, choice, flag, oneOrMore, wholeNumber } from '../yaml/value-types.js';
import { CHANNEL_NAMES, CURSOR_PLACES } from './profile.js';
import { keys, keysOrNone, look, pattern, portRange, versionOrNone, words } from './profile-values.js';

const TYPING_KEYS = {
  paste: {
    type: choice(['auto', 'always', 'never']),
    description: 'Whether messages are pasted or typed. auto: pasted if the program asks for pastes.',
    default: 'auto, or never if it is line-oriented',
  },
  max_chars: {
    type: wholeNumber(100),
    description: 'A longer message is typed as its beginning and a pointer to the rest. Bytes, if it is line-oriented.',
    default: '10000, or 4000 if it is line-oriented',
  },
  midturn: {
    type: flag,
    description: 'Whether messages may reach it during its work, over a channel that can.',
    default: 'true',
  },
  submit: { type: keys, description: 'The keys that submit a message.', default: 'enter', example: 'enter' },
  guard: {
    type: keysOrNone,
    description: 'The keys that close a menu which the last word of a message has opened, or none.',
    default: 'none',
    example: 'space',
  },
  at_files: {
    type: flag,
    description:
      'Whether it reads a file that is named after an @, and asks about one that is outside its folder. A backslash is typed before such an @.',
    default: 'false',
  },
  interrupt: {
    type: keysOrNone,
    description: 'The keys that stop its current work, or none.',
    default: 'escape, or ctrl-c if it is line-oriented',
    example: 'escape',
  },
  exit: {
    type: keysOrNone,
    description: 'The keys that make it exit, or none.',
    default: 'ctrl-d ctrl-d, or ctrl-d if it is line-oriented',
    example: 'ctrl-d',
  },
} as const satisfies Keys;

const SCREEN_KEYS = {
  ready: { type: oneOrMore(pattern), description: 'Matches while it waits for input.' },
  busy: {
    type: oneOrMore(pattern),
    description:
      'Matches while it works. One line with ⎕ stands for the input box, so a pattern can say where it looks.',
  },
  dialog: { type: oneOrMore(pattern), description: 'Matches while it asks something.' },
  box: {
    type: oneOrMore(pattern),
    description: 'Matches the input box, which may have several lines; the first group is the draft in it.',
  },
  placeholder: {
    type: oneOrMore(look),
    description: 'How text in the box looks that is not a draft: dim, #rrggbb, or the number of a palette color.',
    default: 'dim',
  },
  empty: {
    type: oneOrMore(pattern),
    description:
      'Matches what an empty box says, with one blank between the words. It counts while the cursor stands before it, in any color.',
  },
  buttons: {
    type: oneOrMore(anyText),
    description: 'The choices of dialogs that are side by side. Numbered lists need none.',
  },
  cursor: {
    type: oneOrMore(choice(CURSOR_PLACES)),
    description: 'Where the cursor always stands: in the box while it takes text, on the selected choice of a dialog.',
  },
} as const satisfies Keys;

const PROFILE_KEYS = {
  name: { type: anyText, description: 'The name of the profile, which is that of the file without .yaml.' },
  command: {
    type: words,
    description: 'The program and its arguments.',
    default: 'the words after -- of `synapse start`',
    example: ['node', 'agent.mjs'],
  },
  env: { type: environment, description: 'Additional environment variables for the program.' },
  ports: {
    type: portRange,
    description: 'The ports its agents use first.',
    default: '8200-8299',
    example: '8200-8209',
  },
  line: {
    type: flag,
    description: 'Whether it is line-oriented: ready as soon as it runs, and a message is one line.',
    default: 'false',
  },
  channels: {
    type: oneOrMore(choice([...CHANNEL_NAMES])),
    description: 'The ways in which messages reach it, best first. The terminal is always the last one.',
    default: 'paste, or line if it is line-oriented',
  },
  typing: { type: section(TYPING_KEYS), description: 'How messages are typed into its terminal.' },
  screen: {
    type: section(SCREEN_KEYS),
    description: 'How its screen is read: regular expressions over the text, one or a list of them.',
  },
  resume: { type: words, description: 'Arguments that continue its last conversation after a crash.' },
  transcript: {
    type: words,
    description: 'Files in which it records what it was told.',
    example: ['~/.agent/log/*.jsonl'],
  },
  tried: {
    type: versionOrNone,
    description: 'The newest version of the program that the profile was tried with. A newer one is pointed out.',
    default: 'none',
    example: '1.2.3',
  },
} as const satisfies Keys;

export const PROFILE_FILE: FileSpec<typeof PROFILE_KEYS> = {
  title: 'A profile of Synapse',
  description:
    'A kind of program that Synapse can host: .synapse/profiles/NAME.yaml, or profiles/NAME.yaml in the home.',
  keys: PROFILE_KEYS,
};

export type ProfileValues = ValuesOf<typeof PROFILE_KEYS>;
