/** One timer for everything that looks again every second, so that a process on which nothing happens wakes once for all of it. */

const BEAT_MS = 1_000;
const looks = new Set<() => void>();
let timer: NodeJS.Timeout | null = null;

/** Returns how to stop. */
export function everySecond(look: () => void): () => void {
  // A function of its own, because the same one may be given twice.
  const mine = () => look();
  looks.add(mine);
  timer ??= setInterval(() => {
    for (const each of [...looks]) each();
  }, BEAT_MS).unref();
  return () => {
    looks.delete(mine);
    if (looks.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}
