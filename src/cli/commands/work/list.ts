/** `synapse work list`: lists work tasks as a tree. */
import { askTeam } from '../../client/ask-team.js';
import { printJson, printLine, printNote } from '../../print/stdio.js';
import { type WorkTask, workTree } from '../../print/work-task.js';
import type { OptionValues } from '../../spec/option.js';
import type { workListOptions } from './spec.js';

export async function runWorkList(
  _args: readonly string[],
  options: OptionValues<typeof workListOptions>,
): Promise<number> {
  const { json, ...wanted } = options;
  const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => typeof value === 'string'));
  const answer = (await askTeam({ path: `/work?${query}` })) as { tasks: WorkTask[] };
  if (json) printJson(answer);
  else if (answer.tasks.length === 0)
    printNote('There are no work tasks. Create one: synapse work create <title> --project ID');
  else printLine(workTree(answer.tasks));
  return 0;
}
