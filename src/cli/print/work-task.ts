/** Work tasks as lines and as a tree. */

import { LABELS } from '../../i18n/said/labels.js';
import { stateSaid } from '../../i18n/said/states.js';
import { told } from '../../i18n/told.js';
import { oneLine } from './stdio.js';
import { cutToWidth, displayWidth, terminalWidth } from './width.js';

export interface WorkTask {
  readonly task_id: string;
  readonly title: string;
  readonly status: string;
  readonly priority: string;
  readonly assignee_id: string | null;
  readonly parent_task_id: string | null;
  readonly approval: string;
}

/** Puts each work task under its parent, or at the top if its parent is not shown. */
export function workTree(tasks: readonly WorkTask[], width: number | null = terminalWidth()): string {
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
      workLine(task, '  '.repeat(depth), width),
      ...below(task.task_id, depth + 1),
    ]);
  return below(null, 0).join('\n');
}

/** Makes the title shorter rather than hiding what follows it. */
export function workLine(task: WorkTask, indent = '', width: number | null = terminalWidth()): string {
  const { task_id, title, status, priority, assignee_id, approval } = task;
  const marks = [
    stateSaid(status),
    ...(priority === 'medium' ? [] : [stateSaid(priority)]),
    ...(approval === 'approved' ? [] : [stateSaid(approval)]),
    assignee_id ?? told(LABELS.unassigned),
  ];
  const start = `${indent}${task_id}  `;
  const end = `  (${marks.join(', ')})`;
  const line = oneLine(title);
  if (width === null) return `${start}${line}${end}`;
  const room = width - displayWidth(start) - displayWidth(end);
  return cutToWidth(`${start}${cutToWidth(line, Math.max(room, LEAST_TITLE))}${end}`, width);
}

const LEAST_TITLE = 8;
