/** `synapse agent list`: lists the agents of projects. */
import { askTeam, projectQuery } from '../../client/ask-team.js';
import { NO_TEAM_AGENTS, type TeamAgent } from '../../print/agent-tree.js';
import { colorsFor, table } from '../../print/output.js';
import { printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { projectOptions } from '../../spec/shared-options.js';
import { projectToList } from '../project/project-of-folder.js';

export async function runAgentList(
  _args: readonly string[],
  options: OptionValues<typeof projectOptions>,
): Promise<number> {
  const answer = (await askTeam({ path: `/agents${projectQuery(await projectToList(options))}` })) as {
    agents: TeamAgent[];
  };
  if (options.json) printJson(answer);
  else if (answer.agents.length === 0) printNote(NO_TEAM_AGENTS);
  else {
    const isShared = answer.agents.some(({ host }) => host != null);
    const rows = answer.agents.map(({ id, name, kind, hierarchy, parent_agent_id, status, host, projects }) =>
      [
        ...[id, name, kind, hierarchy, parent_agent_id ?? '-', host == null ? status : '-'],
        ...(isShared ? [host ?? '-'] : []),
        projects?.join(', ') ?? '',
      ].map((text) => ({ text })),
    );
    const header = ['ID', 'NAME', 'KIND', 'HIERARCHY', 'PARENT', 'STATUS', ...(isShared ? ['HOST'] : []), 'PROJECTS'];
    printLine(table(header, rows, await colorsFor(process.stdout)));
  }
  return 0;
}
