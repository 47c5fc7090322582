/** What another host may do here beyond mail, with the agents of this home. */
export const ALLOWANCES = ['screen', 'answer', 'start', 'attach'] as const;

export type Allowance = (typeof ALLOWANCES)[number];

/** Leaves out what it does not know, which a newer version may have written. */
export function allowancesIn(value: unknown): Allowance[] {
  return Array.isArray(value) ? ALLOWANCES.filter((each) => value.includes(each)) : [];
}

/** `--allow screen,answer`, or `--allow none`. Null if there is an unknown word. */
export function parseAllowances(text: string): Allowance[] | null {
  const words = text === 'none' ? [] : text.split(',').map((word) => word.trim());
  const known = allowancesIn(words);
  return known.length === new Set(words).size ? known : null;
}
