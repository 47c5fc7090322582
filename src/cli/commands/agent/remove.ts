/** `synapse agent remove`: removes an agent from a project, or from all of them. */
import { askTeam } from '../../client/ask-team.js';
import { printJson, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { projectOptions } from '../../spec/shared-options.js';
import { projectToList } from '../project/project-of-folder.js';

export async function runAgentRemove(
  args: readonly string[],
  options: OptionValues<typeof projectOptions>,
): Promise<number> {
  const id = args[0] ?? '';
  const answer = await askTeam({
    path: `/agents/${encodeURIComponent(id)}/remove`,
    body: { project: await projectToList(options) },
  });
  if (options.json) printJson({ agent: { id, projects: answer.projects } });
  else printNote(`Removed ${id} from ${answer.projects.join(', ')}.`);
  return 0;
}
