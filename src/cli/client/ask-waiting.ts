/** Asks whichever daemon of the team runs for the work that waits for a session. */
import { existsSync } from 'node:fs';
import { callDaemon } from '../../a2a/local.js';
import { teamFile } from '../../paths.js';
import { isRunning } from '../../registry/entry.js';
import type { Place } from './find-agent.js';

export interface Waiting {
  readonly agent_id: string;
  readonly project_id: string;
  readonly purpose: string;
  readonly why: string;
  /** `nobody`: no daemon of the team runs that could start it. */
  readonly state: string;
  readonly reason: string | null;
  readonly attempts: number;
  readonly next_try_at: string | null;
}

const ANSWER_MS = 2_000;

/** Null where nobody could be asked. */
export async function askWaiting(place: Place): Promise<readonly Waiting[] | null> {
  if (!existsSync(teamFile(place.home))) return [];
  const answer = await askAnyDaemon(place, '/sessions/waiting');
  return answer === null ? null : (answer.waiting as readonly Waiting[]);
}

/** An agent as the team knows it, also one that has never run; null where nobody knows it, or could be asked. */
export async function askDeclared(place: Place, id: string): Promise<Readonly<Record<string, unknown>> | null> {
  const answer = existsSync(teamFile(place.home)) ? await askAnyDaemon(place, '/agents') : null;
  const agents = (answer?.agents ?? []) as readonly Readonly<Record<string, unknown>>[];
  return agents.find((agent) => agent.id === id) ?? null;
}

async function askAnyDaemon(place: Place, path: string): Promise<Readonly<Record<string, unknown>> | null> {
  for (const { live, project, kind } of place.registry.list().filter(isRunning)) {
    if (project === null && kind !== 'human') continue;
    try {
      return await callDaemon(live, place.home, { path, timeoutMs: ANSWER_MS });
    } catch {
      // The next one may know.
    }
  }
  return null;
}

const CAUSES: Readonly<Record<string, (work: Waiting) => string>> = {
  given_up: ({ attempts, reason }) =>
    `given up${attempts > 0 ? ` after ${attempts} tries` : ''}: ${reason ?? 'it failed'}`,
  paused: () => 'it is paused',
  not_startable: ({ reason }) => reason ?? 'nothing says how it is started',
  project_inactive: () => 'its project is not active',
  nobody: () => 'no daemon of its project runs',
  starting: () => 'being started',
  pausing: ({ next_try_at, reason }) => `tried again at ${next_try_at}: ${reason}`,
  queued: () => 'its turn comes',
};
const STUCK: readonly string[] = ['given_up', 'paused', 'not_startable', 'project_inactive', 'nobody'];

/** Nothing will happen before a person does something. */
export function isStuck({ state }: Waiting): boolean {
  return STUCK.includes(state);
}

export function sentenceOf(work: Waiting): string {
  const { agent_id, purpose, why, state } = work;
  return `work waits for a ${purpose} session of ${agent_id} (${why}): ${CAUSES[state]?.(work) ?? state}`;
}

export function remedyOf({ agent_id, state, project_id }: Waiting): string {
  if (state === 'nobody') return 'Any command of a person starts one, such as: synapse inbox';
  if (state === 'not_startable') {
    return `Start it: synapse start … --id ${agent_id} --project ${project_id}; or give it a command and auto in synapse.yaml, then: synapse up`;
  }
  if (state === 'project_inactive') return `synapse up, in the folder of ${project_id}`;
  return state === 'given_up' ? `Put that right, then: synapse resume ${agent_id}` : `synapse resume ${agent_id}`;
}
