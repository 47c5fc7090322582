/** An agent with an input box, as several tests use it: called desk, with the profile of the scripted program. */
import { expect } from 'vitest';
import { type Home, json } from './home.js';

export async function boxAgent(home: Home, env: Record<string, string> = {}) {
  home.boxProfile('boxy');
  return home.agent('desk', { profile: 'boxy', env });
}

export async function status(home: Home, wanted: string): Promise<void> {
  await expect
    .poll(async () => json<{ status: string }>(await home.run(['status', 'desk', '--json'])).status)
    .toBe(wanted);
}

export async function held(home: Home, reason: string): Promise<void> {
  await expect
    .poll(async () => (await home.run(['tasks', 'list', '--json', '--from', 'desk'])).stdout)
    .toContain(`"state":"held","reason":"${reason}"`);
}
