/** `synapse tasks wait`: waits for the reply to a task that was sent earlier. */

import { settings } from '../../../settings/settings.js';
import { finish, follow } from '../../client/follow-task.js';
import { findSender } from '../../client/sender.js';
import { taskIdIn } from '../../client/task-id.js';
import { isTerminal } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { tasksWaitOptions } from './spec.js';

export async function runTasksWait(
  args: readonly string[],
  options: OptionValues<typeof tasksWaitOptions>,
): Promise<number> {
  const id = taskIdIn(args);
  const sender = await findSender(options.from);
  const isLive = isTerminal(2);
  const wait = options.wait ?? settings().wait;
  const query = new URLSearchParams({
    ...(wait === undefined ? {} : { seconds: String(wait) }),
    ...(isLive ? { progress: 'true' } : {}),
  });
  const path = `/tasks/${encodeURIComponent(id)}/answer?${query}`;
  const done = await follow(sender, { path, waitsFor: { id }, isLive });
  return finish(sender, done, { json: options.json });
}
