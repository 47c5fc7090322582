/** `synapse tasks list`: lists what was asked, by whom, and how far it is. */

import { callDaemon } from '../../../a2a/local.js';
import { stateMeant, stateSaid, taskStateSaid } from '../../../i18n/said/states.js';
import { findSender } from '../../client/sender.js';
import { age, colorsFor, table } from '../../print/output.js';
import { oneLine, printJson, printLine, printNote, said } from '../../print/stdio.js';
import { cutToWidth } from '../../print/width.js';
import type { OptionValues } from '../../spec/option.js';
import type { tasksListOptions } from './spec.js';

interface TaskLine {
  readonly short_id: string;
  readonly state: string;
  readonly direction: string;
  readonly response_expected: boolean;
  readonly sender: { readonly sender_id: string };
  readonly target: { readonly agent_id: string };
  readonly message: { readonly text: string } | null;
  readonly receipt: { readonly state: string; readonly reason: string | null } | null;
  readonly created_at: string;
}

const STATES_OF_TASKS = ['submitted', 'working', 'input-required', 'completed', 'failed', 'canceled', 'rejected'];

/** A text may be a whole file. On a terminal the table is cut to its width. */
const MOST_COLUMNS = 200;

export async function runTasksList(
  _args: readonly string[],
  options: OptionValues<typeof tasksListOptions>,
): Promise<number> {
  const { entry, home } = await findSender(options.from);
  const query = new URLSearchParams();
  if (options.state) query.set('state', stateMeant(options.state, STATES_OF_TASKS));
  if (options.limit) query.set('limit', String(options.limit));
  if (options.after) query.set('cursor', options.after);
  const page = (await callDaemon(entry, home, { path: `/tasks?${query}` })) as {
    tasks: TaskLine[];
    next: string | null;
  };
  if (options.json) {
    printJson(page);
    return 0;
  }
  if (page.tasks.length === 0) printNote('No tasks yet.');
  else printLine(await describe(page.tasks));
  if (page.next) printNote(`For more: synapse tasks --after ${page.next}`);
  return 0;
}

async function describe(tasks: readonly TaskLine[]): Promise<string> {
  const colors = await colorsFor(process.stdout);
  const rows = tasks.map((task) => [
    { text: task.short_id, paint: colors.bold },
    {
      text: task.direction === 'outgoing' ? `→ ${task.target.agent_id}` : `← ${task.sender.sender_id}`,
      paint: colors.cyan,
    },
    {
      text: taskStateSaid(task.state),
      paint: task.state === 'failed' ? colors.red : task.state === 'completed' ? colors.green : undefined,
    },
    { text: oneLine(receiptText(task.receipt)) },
    { text: age(Date.now() - Date.parse(task.created_at)) },
    { text: cutToWidth(oneLine(task.message?.text ?? ''), MOST_COLUMNS) },
  ]);
  return table(['ID', 'WITH', 'STATE', 'RECEIPT', 'AGE', 'TEXT'], rows, colors);
}

function receiptText(receipt: TaskLine['receipt']): string {
  if (!receipt) return '-';
  const state = stateSaid(receipt.state);
  return receipt.reason ? `${state} (${said(receipt.reason)})` : state;
}
