/** Times on a machine that has other things to do: what one round took says little, what most of them took says enough. */

export function median(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

/** The first round within the limit, or the best of all: a machine is slow now and then, broken code in every round. */
export async function bestOf(rounds: number, limitMs: number, round: () => Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let done = 0; done < rounds && best >= limitMs; done += 1) best = Math.min(best, await round());
  return best;
}
