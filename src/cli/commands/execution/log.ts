/** `synapse execution log`: prints what an execution wrote to its terminal. */
import { fail } from '../../../errors.js';
import { askTeam } from '../../client/ask-team.js';
import { printJson, printLine, readable } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { executionLogOptions } from './spec.js';

export async function runExecutionLog(
  args: readonly string[],
  options: OptionValues<typeof executionLogOptions>,
): Promise<number> {
  const { tail, offset, json } = options;
  if (tail !== undefined && offset !== undefined) {
    throw fail('invalid_request', { reason: 'Use --tail or --offset, not both.' });
  }
  const query = new URLSearchParams({
    ...(tail === undefined ? {} : { tail: String(tail) }),
    ...(offset === undefined ? {} : { offset: String(offset) }),
  });
  const answer = await askTeam({ path: `/executions/${encodeURIComponent(args[0] ?? '')}/log?${query}` });
  if (json) printJson({ log: answer });
  else for (const line of answer.log_content as string[]) printLine(readable(line));
  return 0;
}
