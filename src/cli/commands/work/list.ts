/** `synapse work list`: lists work tasks as a tree. */
import { askTeam } from '../../client/ask-team.js';
import { printJson, printLine, printNote } from '../../print/stdio.js';
import { type WorkTask, workTree } from '../../print/work-task.js';
import type { OptionValues } from '../../spec/option.js';
import { projectToList } from '../project/project-of-folder.js';
import type { workListOptions } from './spec.js';

export async function runWorkList(
  _args: readonly string[],
  options: OptionValues<typeof workListOptions>,
): Promise<number> {
  const { json, project, all, ...wanted } = options;
  const filter = { ...wanted, project: await projectToList({ project, all }) };
  const query = new URLSearchParams(
    Object.entries(filter).flatMap(([key, value]) => (value ? [[key, value] as [string, string]] : [])),
  );
  const answer = (await askTeam({ path: `/work?${query}` })) as { tasks: WorkTask[] };
  if (json) printJson({ work: answer.tasks });
  else if (answer.tasks.length === 0) printNote('There are no work tasks. Create one: synapse work create <title>');
  else printLine(workTree(answer.tasks));
  return 0;
}
