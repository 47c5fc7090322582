/** `synapse execution list`: lists the runs of agents for work tasks. */
import { stateSaid } from '../../../i18n/said/states.js';
import { askTeam } from '../../client/ask-team.js';
import { age, colorsFor, table } from '../../print/output.js';
import { oneLine, printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { projectToList } from '../project/project-of-folder.js';
import type { executionListOptions } from './spec.js';

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
  const { json, task } = options;
  // A work task says which project is meant.
  const project = task ? options.project : await projectToList(options);
  const query = new URLSearchParams({ ...(project ? { project } : {}), ...(task ? { task } : {}) });
  const answer = (await askTeam({ path: `/executions?${query}` })) as { executions: Execution[] };
  if (json) printJson(answer);
  else if (answer.executions.length === 0) printNote('There are no executions.');
  else {
    const rows = answer.executions.map((each) =>
      [
        each.execution_id,
        each.agent_id,
        stateSaid(each.status),
        each.exit_code === null ? '-' : String(each.exit_code),
        age(Date.now() - Date.parse(each.started_at)),
        `${each.task_id}  ${oneLine(each.task_title ?? '')}`,
      ].map((text) => ({ text })),
    );
    printLine(table(['ID', 'AGENT', 'STATUS', 'EXIT', 'AGE', 'TASK'], rows, await colorsFor(process.stdout)));
  }
  return 0;
}
