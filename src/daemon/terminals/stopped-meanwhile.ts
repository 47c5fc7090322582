/** Ends the start of a terminal if everything was stopped while it was being launched. */
import { fail, type SynapseError } from '../../errors.js';
import type { DaemonSpec } from '../../launch/daemon-spec.js';
import { wasStoppedSince } from '../../registry/stopped-all.js';
import type { TeamAccess } from '../team/team-access.js';

const STOPPED = 'all agents were stopped meanwhile';

/** A session for waiting work has no live entry while it is launched, so `stop --all` cannot see it before this. */
export async function mustNotBeStoppedWithAll(
  { home, why, launchedAt, project: projectId, purpose }: DaemonSpec,
  { team, agentId }: { readonly team: TeamAccess; readonly agentId: string },
): Promise<void> {
  if (why === null || launchedAt === undefined || !wasStoppedSince(home, launchedAt)) return;
  const opened = projectId === null ? null : await team.ifThere();
  if (opened && projectId !== null) {
    const { noteStopped } = await import('../../team/sessions/session-starts.js');
    await opened.change((tx, now) => noteStopped(tx, { projectId, agentId, purpose }, now));
  }
  throw stoppedMeanwhile(agentId);
}

export function stoppedMeanwhile(agent: string): SynapseError {
  return fail('daemon_failed_to_start', { agent, reason: STOPPED });
}
