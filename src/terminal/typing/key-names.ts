/** The key names that `synapse keys` accepts: `ls<enter>`, `<ctrl-c>`, `<up>`. */
import { SynapseError } from '../../errors.js';
import { nearest } from '../../nearest.js';
import type { KeyboardModes } from '../screen/screen.js';

const ESC = '\x1b';

const KEYS: Readonly<Record<string, string>> = {
  enter: '\r',
  esc: ESC,
  tab: '\t',
  'shift-tab': `${ESC}[Z`,
  space: ' ',
  backspace: '\x7f',
  delete: `${ESC}[3~`,
  insert: `${ESC}[2~`,
  pageup: `${ESC}[5~`,
  pagedown: `${ESC}[6~`,
  lt: '<',
  f1: `${ESC}OP`,
  f2: `${ESC}OQ`,
  f3: `${ESC}OR`,
  f4: `${ESC}OS`,
  ...Object.fromEntries([15, 17, 18, 19, 20, 21, 23, 24].map((code, index) => [`f${index + 5}`, `${ESC}[${code}~`])),
};

/** Programs can ask for other bytes for these keys. */
const CURSOR_KEYS: Readonly<Record<string, string>> = {
  up: 'A',
  down: 'B',
  right: 'C',
  left: 'D',
  home: 'H',
  end: 'F',
};

const KNOWN = [...Object.keys(KEYS), ...Object.keys(CURSOR_KEYS), 'ctrl-a … ctrl-z', 'alt-a … alt-z'];

/** The bytes that a keyboard would send. Throws an error with the known names if a name is unknown. */
export function keyBytes(text: string, modes: Pick<KeyboardModes, 'applicationCursor'>): Buffer {
  return Buffer.from(text.replace(/<([^<>\s]*)>/g, (_, name: string) => spell(name.toLowerCase(), modes)));
}

function spell(name: string, { applicationCursor }: Pick<KeyboardModes, 'applicationCursor'>): string {
  if (Object.hasOwn(KEYS, name)) return KEYS[name] as string;
  if (Object.hasOwn(CURSOR_KEYS, name)) return `${ESC}${applicationCursor ? 'O' : '['}${CURSOR_KEYS[name]}`;
  const control = /^ctrl-([a-z@[\\\]^_])$/.exec(name)?.[1];
  if (control) return String.fromCharCode(control.toUpperCase().charCodeAt(0) & 0x1f);
  const alt = /^alt-([\x21-\x7e])$/.exec(name)?.[1];
  if (alt) return `${ESC}${alt}`;
  const near = nearest(name, [...Object.keys(KEYS), ...Object.keys(CURSOR_KEYS)]);
  const reason = `There is no key <${name}>.${near ? ` Did you mean <${near}>?` : ''}`;
  throw new SynapseError(
    'invalid_request',
    { reason },
    { hint: `The keys are ${KNOWN.join(', ')}. <lt> types a plain "<".` },
  );
}
