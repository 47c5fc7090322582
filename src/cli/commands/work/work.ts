/** `synapse work`: work tasks, as a person. */
import { fail } from '../../../errors.js';
import { askTeam } from '../../client/team-daemon.js';
import { oneLine, printJson, printLine, say } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions, workCreateOptions, workListOptions, workReasonOptions } from '../../spec/options.js';

export interface WorkTask {
  readonly task_id: string;
  readonly title: string;
  readonly status: string;
  readonly priority: string;
  readonly assignee_id: string | null;
  readonly parent_task_id: string | null;
  readonly approval: string;
}

type Json = OptionValues<typeof jsonOptions>;
type Reason = OptionValues<typeof workReasonOptions>;

export async function runWorkCreate(
  args: readonly string[],
  options: OptionValues<typeof workCreateOptions>,
): Promise<number> {
  const { project, json, ...given } = options;
  if (project === undefined) throw fail('invalid_request', { reason: 'Work belongs to a project: --project ID.' });
  const answer = await askTeam({ path: '/work', body: { project, title: args[0], ...given } });
  if (json) printJson(answer);
  else printLine(answer.task.task_id);
  if (answer.note) say(`note: ${answer.note}`);
  return 0;
}

export async function runWorkList(
  _args: readonly string[],
  options: OptionValues<typeof workListOptions>,
): Promise<number> {
  const { json, ...wanted } = options;
  const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => typeof value === 'string'));
  const answer = (await askTeam({ path: `/work?${query}` })) as { tasks: WorkTask[] };
  if (json) printJson(answer);
  else if (answer.tasks.length === 0) say('There is no work. Make some: synapse work create <title> --project ID');
  else printLine(workTree(answer.tasks));
  return 0;
}

export async function runWorkStatus(args: readonly string[], options: Reason): Promise<number> {
  return change(args, 'status', { status: args[1], reason: options.reason }, options);
}

export async function runWorkAssign(args: readonly string[], options: Json): Promise<number> {
  return change(args, 'assign', { assignee: args[1] ?? null }, options);
}

export async function runWorkApprove(args: readonly string[], options: Json): Promise<number> {
  return change(args, 'approve', {}, options);
}

export async function runWorkReject(args: readonly string[], options: Reason): Promise<number> {
  return change(args, 'reject', { reason: options.reason }, options);
}

async function change(
  [id = '']: readonly string[],
  action: string,
  body: Record<string, unknown>,
  { json }: Json,
): Promise<number> {
  const answer = (await askTeam({ path: `/work/${encodeURIComponent(id)}/${action}`, body })) as {
    task: WorkTask;
    note?: string;
  };
  if (json) printJson(answer);
  else printLine(workLine(answer.task));
  if (answer.note) say(`note: ${answer.note}`);
  return 0;
}

/** Every task below the one it is a part of; one whose parent is not shown stands at the top. */
export function workTree(tasks: readonly WorkTask[]): string {
  const ids = new Set(tasks.map(({ task_id }) => task_id));
  const parts = new Map<string | null, WorkTask[]>();
  for (const task of tasks) {
    const { parent_task_id: parent } = task;
    const above = parent !== null && ids.has(parent) ? parent : null;
    const siblings = parts.get(above);
    if (siblings) siblings.push(task);
    else parts.set(above, [task]);
  }
  const below = (parent: string | null, depth: number): string[] =>
    (parts.get(parent) ?? []).flatMap((task) => [
      `${'  '.repeat(depth)}${workLine(task)}`,
      ...below(task.task_id, depth + 1),
    ]);
  return below(null, 0).join('\n');
}

export function workLine({ task_id, title, status, priority, assignee_id, approval }: WorkTask): string {
  const marks = [
    status,
    ...(priority === 'medium' ? [] : [priority]),
    ...(approval === 'approved' ? [] : [approval]),
    assignee_id ?? 'nobody',
  ];
  return `${task_id}  ${oneLine(title)}  (${marks.join(', ')})`;
}
