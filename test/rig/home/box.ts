/** The agent with an input box that several tests use. It is called desk. */
import { expect } from 'vitest';
import type { Pace } from '../../../src/profiles/profile.js';
import type { Agent, AgentOptions, Home } from './home.js';

/** Its program draws at once, so the pauses are short. The limits stay long, for busy machines. */
const HASTE: Partial<Pace> = {
  personPauseMs: 300,
  quietMs: 40,
  leastMs: 60,
  settleMs: 300,
  pasteLimitMs: 300,
  surviveMs: 100,
};

export async function boxAgent(home: Home, { env = {}, pace = {} }: AgentOptions = {}): Promise<Agent> {
  home.boxProfile('boxy');
  return home.agent('desk', { profile: 'boxy', env, pace: { ...HASTE, ...pace } });
}

export async function status(agent: Agent, wanted: string): Promise<void> {
  await expect.poll(() => agent.status(), { interval: 20 }).toBe(wanted);
}

export async function held(agent: Agent, reason: string): Promise<void> {
  await expect.poll(() => agent.heldFor(), { interval: 20 }).toBe(reason);
}
