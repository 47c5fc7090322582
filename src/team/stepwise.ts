/** Runs large deletions in small steps, so that nobody else waits for long. */

/** How many rows one transaction deletes. */
export const AT_ONCE = 200;
/** The pause in which others can use the store. */
const BREATH_MS = 20;

/** Repeats a step until it finds fewer rows than it may delete at once. Returns how many there were. */
export async function stepwise(step: () => Promise<number>): Promise<number> {
  for (let deleted = 0; ; await breath()) {
    const some = await step();
    deleted += some;
    if (some < AT_ONCE) return deleted;
  }
}

export function breath(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, BREATH_MS).unref());
}
