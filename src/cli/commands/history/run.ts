/** `synapse history`: prints past messages, sent and received, oldest first. */
import { callDaemon } from '../../../a2a/local.js';
import { fail } from '../../../errors.js';
import { matching } from '../../../registry/resolve-target.js';
import { findSender } from '../../client/sender.js';
import { shownTime } from '../../print/local-time.js';
import { colorsFor } from '../../print/output.js';
import { printJson, printLine, printNote, setIn } from '../../print/stdio.js';
import { type OptionValues, readDuration } from '../../spec/option.js';
import type { InboxMessage } from '../inbox/run.js';
import type { historyOptions } from './spec.js';

export async function runHistory(
  _args: readonly string[],
  options: OptionValues<typeof historyOptions>,
): Promise<number> {
  const { entry, home, registry } = await findSender(options.from);
  const query = new URLSearchParams();
  if (options.with) {
    // A name or type means the agent that has it now. An agent that is gone can only be named by its id.
    const [agent, ...others] = matching(options.with, registry.list());
    if (others.length > 0)
      throw fail('ambiguous_target', { target: options.with, matches: [agent, ...others].map((each) => each?.id) });
    query.set('with', agent?.id ?? options.with);
  }
  if (options.since) query.set('since', String(instantOf(options.since)));
  if (options.grep) query.set('grep', options.grep);
  if (options.limit) query.set('limit', String(options.limit));
  const { messages } = (await callDaemon(entry, home, { path: `/history?${query}` })) as { messages: InboxMessage[] };
  if (options.json) {
    printJson({ messages });
    return 0;
  }
  if (messages.length === 0) printNote('No messages found.');
  const { dim, cyan } = await colorsFor(process.stdout);
  for (const { short_id, from, to, created_at, text } of messages) {
    printLine(`${dim(shownTime(created_at))} ${short_id} ${cyan(from)} → ${cyan(to)}: ${setIn(text)}`);
  }
  return 0;
}

/** A day begins at midnight here, not in Greenwich. */
const DAY = /^\d{4}-\d\d-\d\d$/;

/** `2h` ago, or a date. */
export function instantOf(text: string): number {
  const durationMs = readDuration(text);
  const at = Number.isNaN(durationMs) ? Date.parse(DAY.test(text) ? `${text}T00:00` : text) : Date.now() - durationMs;
  if (Number.isNaN(at))
    throw fail('invalid_request', { reason: `--since takes 10m, 2h, 3d or a date, not "${text}".` });
  return Math.max(0, Math.floor(at));
}
