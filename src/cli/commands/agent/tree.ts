/** `synapse agent tree`: shows who reports to whom, and what they are doing. */
import { askTeam, projectQuery } from '../../client/ask-team.js';
import { localRegistry } from '../../client/find-agent.js';
import { teamSessions } from '../../client/team-view.js';
import { agentTree, NO_TEAM_AGENTS, type TeamAgent } from '../../print/agent-tree.js';
import { oneLine, printJson, printLine, printNote } from '../../print/stdio.js';
import { describeSession, NO_SESSIONS, type TeamSessions } from '../../print/team-session.js';
import { describeWaiting } from '../../print/waiting-work.js';
import type { OptionValues } from '../../spec/option.js';
import type { projectOptions } from '../../spec/shared-options.js';
import { projectToList } from '../project/project-of-folder.js';

export async function runAgentTree(
  _args: readonly string[],
  options: OptionValues<typeof projectOptions>,
): Promise<number> {
  const project = await projectToList(options);
  const answer = (await askTeam({ path: `/agents${projectQuery(project)}` })) as { agents: TeamAgent[] };
  const team = (await teamSessions(localRegistry())) ?? NO_SESSIONS;
  const linesOf = ({ id }: TeamAgent) => sessionLines(id, team, project);
  if (options.json) printJson({ ...answer, ...ofAgents(answer.agents, team, project) });
  else if (answer.agents.length === 0) printNote(NO_TEAM_AGENTS);
  else printLine(agentTree(answer.agents, linesOf));
  return 0;
}

function sessionLines(id: string, team: TeamSessions, project: string | undefined): string[] {
  const { sessions, waiting } = ofAgents([{ id }], team, project);
  return [...sessions.map(describeSession), ...waiting.map((work) => oneLine(describeWaiting(work)))];
}

function ofAgents(
  agents: readonly { readonly id: string }[],
  { sessions, waiting }: TeamSessions,
  project: string | undefined,
): TeamSessions {
  const ids = new Set(agents.map(({ id }) => id));
  const isMeant = ({ agent_id, project_id }: { readonly agent_id: string; readonly project_id: string }) =>
    ids.has(agent_id) && (project === undefined || project_id === project);
  return { sessions: sessions.filter(isMeant), waiting: waiting.filter(isMeant) };
}
