/** Work that waits for a session, in words: why it waits, and what to do about it. */

import { shownTime } from './local-time.js';
import { said } from './stdio.js';

export interface WaitingWork {
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

export function describeWaiting(work: WaitingWork): string {
  const { agent_id, purpose, why, state } = work;
  return said(`${agent_id} has work but no ${purpose} session: ${CAUSES[state]?.(work) ?? state} (${why})`);
}

const CAUSES: Readonly<Record<string, (work: WaitingWork) => string>> = {
  given_up: ({ attempts, reason }) =>
    attempts > 0 ? `gave up after ${attempts} attempts: ${reason ?? 'it failed'}` : (reason ?? 'it failed'),
  paused: () => 'the agent is paused',
  not_startable: ({ reason }) => reason ?? 'it has no profile or command',
  project_inactive: () => 'its project is not active',
  nobody: () => 'no daemon of its project is running',
  starting: () => 'starting',
  pausing: ({ next_try_at, reason }) => `next attempt at ${next_try_at && shownTime(next_try_at)}: ${reason}`,
  queued: ({ reason }) => (reason === null ? 'queued' : `queued: ${reason}`),
};

const STUCK: readonly string[] = ['given_up', 'paused', 'not_startable', 'project_inactive', 'nobody'];

/** Nothing will happen until a person does something. */
export function isStuck({ state }: WaitingWork): boolean {
  return STUCK.includes(state);
}

/** Its session is being started, as usual. That is soon over, and no news. */
export function isUnderway({ state, reason }: WaitingWork): boolean {
  return state === 'starting' || (state === 'queued' && reason === null);
}

/** What a person can type to get stuck work going. */
export function remedyFor({ agent_id, state, project_id, attempts }: WaitingWork): string {
  if (state === 'nobody') return 'synapse inbox';
  if (state === 'not_startable') {
    return `synapse start <profile> --id ${agent_id} --project ${project_id}; or set command and auto in synapse.yaml and run synapse up`;
  }
  if (state === 'project_inactive') return `synapse up, in the folder of ${project_id}`;
  // What was stopped has not failed.
  const hasFailed = state === 'given_up' && attempts > 0;
  return hasFailed ? `fix that, then: synapse resume ${agent_id}` : `synapse resume ${agent_id}`;
}
