/** Checks the team store, and whether work waits that will not start by itself. */
import { teamPlacesDir } from '../../../paths.js';
import type { Registry } from '../../../registry/registry.js';
import { hasTeam, isServer, teamPlace } from '../../../registry/team-place.js';
import { waitingWork } from '../../client/team-view-in-store.js';
import { describeWaiting, isStuck, remedyFor } from '../../print/waiting-work.js';
import { type Finding, firstLine, ok, problem, warning } from './finding.js';

/** A home without projects has no team store. */
export async function checkTeamStore({ home }: Registry): Promise<Finding[]> {
  if (!hasTeam(home)) return [];
  const place = teamPlace(home);
  const { inspectTeam } = await import('../../../team/inspect.js');
  try {
    const projects = await inspectTeam(place, { placesDir: teamPlacesDir(home) });
    if (!projects) return [ok('team store', 'the next daemon will migrate it')];
    const troubles = projects.flatMap(({ id, troubles }) => troubles.map((trouble) => chatFinding(id, trouble)));
    return [ok('team store', projects.length === 1 ? '1 project' : `${projects.length} projects`), ...troubles];
  } catch (error) {
    const sentence = `cannot read projects, chat and work tasks: ${firstLine(error)}`;
    const remedy = isServer(place)
      ? 'Messages still work. Check the server and the address; see docs/postgresql.md.'
      : `Messages still work. Run synapse stop --all, move ${place} to a safe place, and restore a backup of it if you have one.`;
    return [problem('team store', sentence, remedy)];
  }
}

function chatFinding(project: string, trouble: string): Finding {
  const remedy = 'Fix that; nothing is lost, and the next message or start completes the files.';
  return warning(`project ${project}`, `cannot write its chat files: ${trouble}`, remedy);
}

/** Finds work that will not start unless a person does something. */
export async function checkWaiting(registry: Registry): Promise<Finding[]> {
  const stuck = (await waitingWork(registry)).filter(isStuck);
  return stuck.map((work) => warning(work.agent_id, describeWaiting(work), remedyFor(work)));
}
