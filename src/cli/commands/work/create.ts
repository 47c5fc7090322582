/** `synapse work create`: creates a work task. */
import { fail } from '../../../errors.js';
import { askTeam } from '../../client/ask-team.js';
import { oneLine, printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { workCreateOptions } from './spec.js';

export async function runWorkCreate(
  args: readonly string[],
  options: OptionValues<typeof workCreateOptions>,
): Promise<number> {
  const { project, json, ...given } = options;
  if (project === undefined) throw fail('invalid_request', { reason: '--project is required.' });
  const answer = await askTeam({ path: '/work', body: { project, title: args[0], ...given } });
  if (json) printJson(answer);
  else printLine(answer.task.task_id);
  if (answer.note) printNote(`note: ${oneLine(answer.note)}`);
  return 0;
}
