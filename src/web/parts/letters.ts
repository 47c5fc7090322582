/** The letters and the colour by which an agent is found again at a glance. */

/** Of a name with several parts, something of the first and of the last: worker-a and worker-b differ. */
export function lettersOf(id: string): string {
  const parts = id
    .replace(/@.*$/, '')
    .replace(UNNAMED, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
  const [first = '?', ...more] = parts;
  const last = more.at(-1);
  if (last === undefined) return beginning(first, 2);
  if (!/^\p{N}+$/u.test(last)) return `${beginning(first, 1)}${beginning(last, 1)}`;
  return last.length > 2 ? `${beginning(first, 2)}${last.slice(-1)}` : `${beginning(first, 1)}${last}`;
}

/** An agent without a name of its own is called after its program and its port, and so are all others of that kind. */
const UNNAMED = /^synapse-(.+-\d+)$/;

function beginning(word: string, count: number): string {
  return [...word].slice(0, count).join('');
}

const HUES = 8;

export function hueOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % HUES;
}
