/** JSON as nobody would write it: random values with random blanks, line ends, comments and trailing commas. */

/** A small generator of numbers below one that gives the same ones for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const KEYS = ['a', 'b', 'servers', 'outer', 'inner', 'list', 'k', 'enabled', 'x y', '"', '日本'];
const STRINGS = ['', 'x', '// no', '/* no */', '},]', '\\', 's', '\u2028', '🙂'];

export function randomJson(random: () => number): string {
  const eol = random() < 0.3 ? '\r\n' : '\n';
  const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const blank = (): string => {
    const kind = random();
    if (kind < 0.45) return '';
    if (kind < 0.6) return ' ';
    if (kind < 0.8) return `${eol}${' '.repeat(Math.floor(random() * 5))}`;
    if (kind < 0.86) return `${eol}\t`;
    if (kind < 0.93) return '/* c, } */';
    return ` // c, }${eol}`;
  };
  const children = (make: () => string) => {
    const count = Math.floor(random() * 4);
    const all = Array.from({ length: count }, () => `${blank()}${make()}${blank()}`);
    return all.join(',') + (count > 0 && random() < 0.2 ? `,${blank()}` : count === 0 ? blank() : '');
  };
  const value = (depth: number): string => {
    const kind = random();
    if (depth > 0 && kind < 0.35) return object(depth - 1);
    if (depth > 0 && kind < 0.55) return `[${children(() => value(depth - 1))}]`;
    return kind < 0.8 ? JSON.stringify(oneOf(STRINGS)) : oneOf(['1', '-2.5e3', 'true', 'null']);
  };
  const object = (depth: number): string => {
    const keys = new Set<string>();
    return `{${children(() => {
      let key = oneOf(KEYS);
      while (keys.has(key)) key += '_';
      keys.add(key);
      const made = key === 'list' || key === 'enabled' ? `[${children(() => value(0))}]` : null;
      const held = ['servers', 'outer', 'inner', 'k'].includes(key) ? object(Math.max(depth - 1, 0)) : null;
      return `${JSON.stringify(key)}${blank()}:${blank()}${made ?? held ?? value(depth)}`;
    })}}`;
  };
  return `${random() < 0.1 ? '\ufeff' : ''}${blank()}${object(3)}${blank()}`;
}
