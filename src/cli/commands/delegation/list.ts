/** `synapse delegation list`: lists what task sessions have delegated to chat sessions. */
import { stateSaid } from '../../../i18n/said/states.js';
import { askTeam, projectQuery } from '../../client/ask-team.js';
import { age, colorsFor, table } from '../../print/output.js';
import { oneLine, printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { projectOptions } from '../../spec/shared-options.js';
import { projectToList } from '../project/project-of-folder.js';

interface Delegation {
  readonly delegation_id: string;
  readonly agent_id: string;
  readonly target_agent_id: string;
  readonly task_id: string | null;
  readonly status: string;
  readonly purpose: string;
  readonly result: string | null;
  readonly created_at: string;
}

export async function runDelegationList(
  _args: readonly string[],
  options: OptionValues<typeof projectOptions>,
): Promise<number> {
  const answer = (await askTeam({ path: `/delegations${projectQuery(await projectToList(options))}` })) as {
    delegations: Delegation[];
  };
  if (options.json) printJson(answer);
  else if (answer.delegations.length === 0) printNote('There are no delegations.');
  else {
    const rows = answer.delegations.map((each) =>
      [
        each.delegation_id,
        `${each.agent_id} → ${each.target_agent_id}`,
        stateSaid(each.status),
        each.task_id ?? '-',
        age(Date.now() - Date.parse(each.created_at)),
        oneLine(each.purpose),
        oneLine(each.result ?? ''),
      ].map((text) => ({ text })),
    );
    const header = ['ID', 'WHO', 'STATUS', 'TASK', 'AGE', 'PURPOSE', 'RESULT'];
    printLine(table(header, rows, await colorsFor(process.stdout)));
  }
  return 0;
}
