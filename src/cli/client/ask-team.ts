/** Asks daemons about the team: the caller's own, or any that is running. */

import { type Call, callDaemon } from '../../a2a/local.js';
import { SynapseError } from '../../errors.js';
import { isRunning, type LiveEntry } from '../../registry/entry.js';
import type { Registry } from '../../registry/registry.js';
import { findSender } from './sender.js';

/** Asks the caller's own daemon, which is started for a person who has none. */
// biome-ignore lint/suspicious/noExplicitAny: the caller names the fields it reads.
export async function askTeam(call: Call): Promise<any> {
  const { entry, home } = await findSender(undefined);
  return callDaemon(entry, home, call);
}

/** What is asked here only adds to what is shown, so nobody should wait for it long. */
const ANSWER_MS = 2_000;
const MOST_FAILURES = 2;

/**
 * Asks running daemons that know the team, and starts none. A person's daemon shows all projects; without one, one daemon
 * of each project is asked. Empty if none answered.
 */
export async function askRunningDaemons<Answer>(registry: Registry, call: Call): Promise<Answer[]> {
  if (isStoreAway(registry)) return [];
  const running = registry.list().filter(isRunning);
  const people = running.filter(({ kind }) => kind === 'human');
  const first = await firstAnswer<Answer>(registry, people, call);
  if (first !== null) return [first];
  const projects = new Set(running.flatMap(({ project, kind }) => (kind === 'human' ? [] : (project ?? []))));
  const answers: Answer[] = [];
  for (const project of projects) {
    const members = running.filter((agent) => agent.project === project);
    const answer = await firstAnswer<Answer>(registry, members, call);
    if (answer !== null) answers.push(answer);
  }
  return answers;
}

/** How often a daemon did not answer this command. */
const failures = new WeakMap<Registry, number>();

/**
 * All daemons of a home have the same store, so if one cannot reach it, or several are silent about it, nobody needs to ask
 * another one, or again.
 */
export function isStoreAway(registry: Registry): boolean {
  return (failures.get(registry) ?? 0) >= MOST_FAILURES;
}

async function firstAnswer<Answer>(
  registry: Registry,
  agents: readonly { readonly live: LiveEntry }[],
  call: Call,
): Promise<Answer | null> {
  for (const { live } of agents) {
    if (isStoreAway(registry)) return null;
    try {
      return (await callDaemon(live, registry.home, { timeoutMs: ANSWER_MS, ...call })) as Answer;
    } catch (error) {
      // It is ending or hangs; the next one may know.
      const code = error instanceof SynapseError ? error.code : null;
      if (code === 'store_unavailable') failures.set(registry, MOST_FAILURES);
      if (code === 'daemon_not_answering') failures.set(registry, (failures.get(registry) ?? 0) + 1);
    }
  }
  return null;
}

/** `?project=…`, or nothing. */
export function projectQuery(project: string | undefined): string {
  return project === undefined ? '' : `?project=${encodeURIComponent(project)}`;
}
