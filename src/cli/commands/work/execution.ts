/** `synapse execution`: when which agent ran for which work task, and what it printed. */
import { fail } from '../../../errors.js';
import { askTeam } from '../../client/team-daemon.js';
import { age, coloursFor, table } from '../../print/output.js';
import { oneLine, printJson, printLine, readable, say } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { executionListOptions, executionLogOptions } from '../../spec/options.js';

interface Execution {
  readonly execution_id: string;
  readonly agent_id: string;
  readonly task_id: string;
  readonly task_title: string | null;
  readonly status: string;
  readonly exit_code: number | null;
  readonly started_at: string;
}

export async function runExecutionList(
  _args: readonly string[],
  options: OptionValues<typeof executionListOptions>,
): Promise<number> {
  const { json, project, task } = options;
  const query = new URLSearchParams({ ...(project ? { project } : {}), ...(task ? { task } : {}) });
  const answer = (await askTeam({ path: `/executions?${query}` })) as { executions: Execution[] };
  if (json) printJson(answer);
  else if (answer.executions.length === 0) say('There are no executions.');
  else {
    const rows = answer.executions.map((each) =>
      [
        each.execution_id,
        each.agent_id,
        each.status,
        each.exit_code === null ? '-' : String(each.exit_code),
        age(Date.now() - Date.parse(each.started_at)),
        `${each.task_id}  ${oneLine(each.task_title ?? '')}`,
      ].map((text) => ({ text })),
    );
    printLine(table(['ID', 'AGENT', 'STATUS', 'EXIT', 'AGE', 'TASK'], rows, await coloursFor(process.stdout)));
  }
  return 0;
}

export async function runExecutionLog(
  args: readonly string[],
  options: OptionValues<typeof executionLogOptions>,
): Promise<number> {
  const { tail, offset, json } = options;
  if (tail !== undefined && offset !== undefined) {
    throw fail('invalid_request', { reason: '--tail and --offset do not go together.' });
  }
  const query = new URLSearchParams({
    ...(tail === undefined ? {} : { tail: String(tail) }),
    ...(offset === undefined ? {} : { offset: String(offset) }),
  });
  const answer = await askTeam({ path: `/executions/${encodeURIComponent(args[0] ?? '')}/log?${query}` });
  if (json) printJson(answer);
  else for (const line of answer.log_content as string[]) printLine(readable(line));
  return 0;
}
