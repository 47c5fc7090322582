/** An agent with an input box, as several tests use it: called desk, with the profile of the scripted program. */
import { expect } from 'vitest';
import type { Agent, Home } from './home.js';

export async function boxAgent(home: Home, env: Record<string, string> = {}): Promise<Agent> {
  home.boxProfile('boxy');
  return home.agent('desk', { profile: 'boxy', env });
}

export async function status(agent: Agent, wanted: string): Promise<void> {
  await expect.poll(() => agent.status(), { interval: 20 }).toBe(wanted);
}

export async function held(agent: Agent, reason: string): Promise<void> {
  await expect.poll(() => agent.heldFor(), { interval: 20 }).toBe(reason);
}
