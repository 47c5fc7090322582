/** `synapse tasks wait`: waits for the reply to a task that was sent earlier. */
import { finish, follow } from '../../client/follow-task.js';
import { findSender } from '../../client/sender.js';
import { taskIdIn } from '../../client/task-id.js';
import type { OptionValues } from '../../spec/option.js';
import type { tasksWaitOptions } from './spec.js';

export async function runTasksWait(
  args: readonly string[],
  options: OptionValues<typeof tasksWaitOptions>,
): Promise<number> {
  const id = taskIdIn(args);
  const sender = await findSender(options.from);
  const seconds = options.wait === undefined ? '' : `?seconds=${options.wait}`;
  const path = `/tasks/${encodeURIComponent(id)}/answer${seconds}`;
  const done = await follow(sender, { path, waitsFor: { id } });
  return finish(sender, done, { json: options.json });
}
