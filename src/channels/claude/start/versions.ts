/** Which versions of Claude Code have what, as far as it was tried. Versions between two tried ones count as unknown. */

/** The first that is known to take `--messaging-socket-path`. 2.1.197 does not know it and ends at once. */
const FIRST_WITH_INBOX = [2, 1, 325];
/** The oldest that was tried with hooks from `--settings`. */
const FIRST_WITH_HOOKS = [2, 1, 197];

export function hasInbox(version: string | null): boolean {
  return isAtLeast(version, FIRST_WITH_INBOX);
}

export function hasHooks(version: string | null): boolean {
  return isAtLeast(version, FIRST_WITH_HOOKS);
}

function isAtLeast(version: string | null, first: readonly number[]): boolean {
  const numbers = /^(\d+)\.(\d+)\.(\d+)/
    .exec(version ?? '')
    ?.slice(1)
    .map(Number);
  if (!numbers) return false;
  const differs = first.findIndex((number, index) => number !== numbers[index]);
  return differs < 0 || (numbers[differs] as number) > (first[differs] as number);
}
