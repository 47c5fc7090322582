/** `synapse project show`: shows a project and its agents. */
import { askTeam } from '../../client/ask-team.js';
import { agentTree, type TeamAgent } from '../../print/agent-tree.js';
import { oneLine, printJson, printLine } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';
import type { Project } from './project-json.js';
import { projectNamed } from './project-of-folder.js';

export async function runProjectShow(
  args: readonly string[],
  options: OptionValues<typeof jsonOptions>,
): Promise<number> {
  const answer = await askTeam({ path: `/projects/${encodeURIComponent(await projectNamed(args[0] ?? ''))}` });
  const { project, agents } = answer as { project: Project; agents: TeamAgent[] };
  if (options.json) printJson(answer);
  else {
    printLine(`${project.id}  ${oneLine(project.name)}`);
    printLine(`directory   ${oneLine(project.working_directory ?? '-')}`);
    printLine(`status      ${project.status}`);
    if (project.require_conversations) printLine('messages    between AI agents only in conversations');
    printLine(`created by  ${project.created_by}\n`);
    printLine(agentTree(agents));
  }
  return 0;
}
