/** Odd values for requests, from a generator with a seed: the same seed gives the same values. */

export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to, but not including, 1 (mulberry32). */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.roll() * limit);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  happens(chance: number): boolean {
    return this.roll() < chance;
  }
}

/** JSON texts, because some of them cannot be written by JSON.stringify. */
const ODD: readonly string[] = [
  'null',
  'true',
  '0',
  '-1',
  '-0',
  '1.5',
  '0.0000001',
  '1e999',
  '-1e999',
  '9007199254740993',
  '1e20',
  '""',
  '" "',
  '"1.5"',
  '"__proto__"',
  '"constructor"',
  '"\\u0000"',
  '"\\ud83d"',
  '"\\u202e\\u001b[2J"',
  '"../../etc/passwd"',
  `"${'x'.repeat(5_000)}"`,
  `"${'界'.repeat(1_500)}"`,
  '[]',
  '[null]',
  '[[[[[]]]]]',
  '[1.5, 1e999, "x", {}]',
  '{}',
  '{"toString": 1}',
  '{"toString": {}, "valueOf": {}}',
  '{"__proto__": {"id": 1}, "constructor": 1}',
  '{"toJSON": "x"}',
  '{"length": 1e9}',
  '{"a": 1, "a": {"a": 2}}',
  `${'['.repeat(60)}${']'.repeat(60)}`,
  `${'{"a":'.repeat(50)}1${'}'.repeat(50)}`,
];

/** Bodies that are not what a route expects, whatever it expects. */
const ODD_BODIES: readonly (string | Buffer)[] = [
  ...ODD,
  '',
  '{',
  'undefined',
  'NaN',
  'agent_id=x&passkey=y',
  '\ufeff{}',
  '['.repeat(100_000),
  `{"metadata": {${Array.from({ length: 2_000 }, (_, index) => `"k${index}": 1`).join()}}}`,
  Buffer.from('{"text": "\xff\xfe"}', 'latin1'),
  Buffer.from('{"text": "a"}', 'utf16le'),
];

/** The template as JSON with one to three of its values, at any depth, replaced by odd ones; or an odd body. */
export function oddBody(dice: Dice, template: unknown): string | Buffer {
  if (dice.happens(0.1)) return dice.pick(ODD_BODIES);
  const leaves = pathsOf(template);
  const count = dice.happens(0.8) ? 1 : 1 + dice.below(3);
  const odd = new Map(Array.from({ length: count }, () => [dice.pick(leaves), dice.pick(ODD)]));
  return write(template, '', odd);
}

function pathsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, item]) => pathsOf(item, `${path}/${key}`));
}

function write(value: unknown, path: string, odd: ReadonlyMap<string, string>): string {
  const replaced = odd.get(path);
  if (replaced !== undefined) return replaced;
  if (Array.isArray(value)) return `[${value.map((item, index) => write(item, `${path}/${index}`, odd)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const fields = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}:${write(item, `${path}/${key}`, odd)}`,
  );
  return `{${fields.join()}}`;
}

const ODD_WORDS: readonly string[] = [
  ...[
    '0',
    '-1',
    '1.5',
    '1e999',
    'NaN',
    '99999999999999999999',
    'x',
    ' ',
    '%00',
    '%',
    '%ff',
    '..',
    '%2e%2e%2f',
    '%F0%9F',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '(',
    '%28a%2B%29%2B%24',
    '%E2%80%AE',
    'a'.repeat(300),
    "'; DROP TABLE x; --",
  ],
];

/** Something for a path or a query. */
export function oddWord(dice: Dice): string {
  return dice.pick(ODD_WORDS).replaceAll(' ', '%20');
}
