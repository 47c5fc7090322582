/** Deletes finished mail that exceeds the limits and shrinks the store, in small steps, so that messages get through in between. */
import type { Retention } from '../storage/retention.js';
import type { TaskStore } from './store.js';

/** How many tasks and messages one transaction checks. */
const STEP = 200;
const BREATH_MS = 20;

export async function pruneMail(store: TaskStore, retention: Retention, now: number): Promise<number> {
  const deleted = await deleteMail(store, retention, now);
  while (store.releasePages()) await breath();
  return deleted;
}

async function deleteMail(store: TaskStore, { ageMs, messages }: Retention, now: number): Promise<number> {
  const tooOld = ageMs === null ? 0 : now - ageMs;
  const tooMany = messages === null ? 0 : (store.madeBeforeNewest(messages) ?? 0);
  const before = Math.max(tooOld, tooMany);
  let deleted = 0;
  for (let after = 0; ; after += STEP) {
    // Numbers grow with time, so after the first one that is young enough there is nothing to delete.
    const old = store.firstAfter(after).filter(({ createdAt }) => createdAt < before);
    if (old.length === 0) return deleted;
    after = Math.min(...old.map(({ seq }) => seq)) - 1;
    const range = { after, upTo: after + STEP };
    const gone = await store.write((tx) => tx.deleteOlderThan(before, STEP, range), { durable: false });
    deleted += gone.tasks + gone.messages;
    await breath();
  }
}

function breath(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, BREATH_MS).unref());
}
