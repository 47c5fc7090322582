/** `synapse work create`: creates a work task, and waits for it if asked. */
import { fail } from '../../../errors.js';
import { askTeam } from '../../client/ask-team.js';
import { oneLine, printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { projectNeeded } from '../project/project-of-folder.js';
import type { workCreateOptions } from './spec.js';
import { waitForWork } from './wait.js';

export async function runWorkCreate(
  args: readonly string[],
  options: OptionValues<typeof workCreateOptions>,
): Promise<number> {
  const { project: named, json, start, wait, ...given } = options;
  if (start && given.status !== undefined && given.status !== 'in_progress') {
    throw fail('invalid_request', { reason: `--start and --status ${given.status} cannot be combined.` });
  }
  const isStarted = start || given.status === 'in_progress';
  if (wait && !isStarted)
    throw fail('invalid_request', { reason: '--wait needs --start; otherwise nobody works on it.' });
  const project = await projectNeeded(named);
  const body = { project, title: args[0], ...given, ...(isStarted ? { status: 'in_progress' } : {}) };
  const { task, note } = await askTeam({ path: '/work', body });
  if (json && !wait) printJson({ work: task, ...(note ? { note } : {}) });
  if (!json) printLine(task.task_id);
  if (!json && note) printNote(`note: ${oneLine(note)}`);
  return wait ? waitForWork(task.task_id, { seconds: null, json: json === true }) : 0;
}
