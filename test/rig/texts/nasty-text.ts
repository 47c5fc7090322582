/** Texts that nobody would send on purpose, the same ones in every run. */

export type Random = (below: number) => number;

/** A small generator with a seed (mulberry32), so that a failure can be repeated. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const PIECES = [
  '[A2A:',
  '[a2a',
  '[',
  'A2A',
  ':',
  ']',
  '\n',
  '\r',
  '\r\n',
  '\t',
  ' ',
  '\0',
  '\x03',
  '\x04',
  '\x07',
  '\x11',
  '\x13',
  '\x16',
  '\x1a',
  '\x1b',
  '\x1b[',
  '\x1b]',
  '\x1bP',
  '\x1b\\',
  '\x1b[6n',
  '\x7f',
  '\u0085',
  '\u009b',
  '\u009c',
  '\u009d',
  '\u061c',
  '\u200b',
  '\u200d',
  '\u200f',
  '\u2028',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\ufffd',
  '\ud83d',
  '\ude00',
  '日本語',
  'שלום',
  'é',
  'e\u0301',
  '👨‍👩‍👧',
  '🇯🇵',
  '31m',
  '0;title',
  'hello',
  '…',
  '\\',
  '"',
  '$(reboot)',
  '`',
];

export function nastyText(random: Random): string {
  const pieces = Array.from({ length: random(24) }, () => {
    if (random(4) > 0) return PIECES[random(PIECES.length)];
    const bytes = Buffer.from(Array.from({ length: 1 + random(6) }, () => random(256)));
    return bytes.toString(random(2) === 0 ? 'utf8' : 'utf16le');
  });
  return pieces.join('');
}
