/** Waits for daemons that are being launched, so that what runs can be stopped completely. */
import { systemClock } from '../../../clock.js';
import { type LaunchNote, launchesIn } from '../../../registry/launches.js';

/** A launch takes at most 20 seconds. */
const LIMIT_MS = 25_000;
const LOOK_AGAIN_MS = 20;

/** Resolves when no such launch is under way: its daemon has a live entry by then, or will never have one. */
export function untilLaunched(home: string, isMeant: (launch: LaunchNote) => boolean): Promise<void> {
  return waitWhile(async () => launchesIn(home, systemClock.now()).some(isMeant));
}

export async function waitWhile(isTrue: () => Promise<boolean>): Promise<void> {
  const giveUpAt = systemClock.monotonicMs() + LIMIT_MS;
  while ((await isTrue()) && systemClock.monotonicMs() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}
