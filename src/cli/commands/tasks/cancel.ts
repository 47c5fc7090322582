/** `synapse tasks cancel`: withdraws a request. */
import { callDaemon } from '../../../a2a/local.js';
import { findSender } from '../../client/sender.js';
import { taskIdIn } from '../../client/task-id.js';
import { printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { tasksCancelOptions } from './spec.js';

export async function runTasksCancel(
  args: readonly string[],
  options: OptionValues<typeof tasksCancelOptions>,
): Promise<number> {
  const id = taskIdIn(args);
  const { entry, home } = await findSender(options.from);
  const answer = await callDaemon(entry, home, { path: `/tasks/${encodeURIComponent(id)}/cancel`, body: {} });
  if (options.json) printJson(answer);
  else {
    printLine(answer.task.short_id);
    printNote(noteOn(answer));
  }
  return 0;
}

/** `withdrawn` is null if the receiver could not be asked. */
function noteOn({ withdrawn, task }: { withdrawn: boolean | null; task: { target: { agent_id: string } } }): string {
  const { agent_id: target } = task.target;
  if (withdrawn === null) return `Canceled. ${target} cannot be reached now and will be told later.`;
  return withdrawn ? 'Canceled.' : `Canceled, but ${target} already had it.`;
}
