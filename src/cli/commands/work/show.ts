/** `synapse work show`: shows a work task with every change, who made it, and why. */

import { LABELS } from '../../../i18n/said/labels.js';
import { stateSaid } from '../../../i18n/said/states.js';
import { told } from '../../../i18n/told.js';
import { askTeam } from '../../client/ask-team.js';
import { shownTime } from '../../print/local-time.js';
import { oneLine, printJson, printLine, readable } from '../../print/stdio.js';
import { displayWidth } from '../../print/width.js';
import { type WorkTask, workLine } from '../../print/work-task.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';

interface FullTask extends WorkTask {
  readonly description: string;
  readonly created_by: string;
  readonly dependencies: readonly string[];
  readonly blocked_reason: string | null;
  readonly result: string | null;
  readonly summary: string | null;
  readonly next_steps: string | null;
}

interface WorkEvent {
  readonly at: string;
  readonly executor_id: string;
  readonly requester_id: string | null;
  readonly conversation_id: string | null;
  readonly via: string;
  readonly requester_unverified?: boolean;
  readonly changes: readonly { readonly field: string; readonly from: string | null; readonly to: string | null }[];
}

export async function runWorkShow(args: readonly string[], options: OptionValues<typeof jsonOptions>): Promise<number> {
  const answer = await askTeam({ path: `/work/${encodeURIComponent(args[0] ?? '')}` });
  const { task, subtasks, trail } = answer as { task: FullTask; subtasks: WorkTask[]; trail: WorkEvent[] };
  if (options.json) {
    printJson({ work: task, subtasks, trail });
    return 0;
  }
  printLine(workLine(task, '', null));
  printLine(`${padded(told(LABELS.created_by))}  ${task.created_by}`);
  for (const [name, value] of DETAILS) {
    const text = value(task);
    if (text) printLine(`${padded(told(LABELS[name]))}  ${readable(text).replaceAll('\n', `\n${' '.repeat(12)}`)}`);
  }
  for (const subtask of subtasks) printLine(workLine(subtask, '  '));
  printLine('');
  for (const event of trail) printLine(trailLine(event));
  return 0;
}

const DETAILS: readonly (readonly [keyof typeof LABELS, (task: FullTask) => string | null])[] = [
  ['about', ({ description }) => description],
  ['waits_for', ({ dependencies }) => dependencies.join(', ')],
  ['blocked', ({ blocked_reason }) => blocked_reason],
  ['result', ({ result }) => result],
  ['summary', ({ summary }) => summary],
  ['next', ({ next_steps }) => next_steps],
];

export function trailLine(event: WorkEvent): string {
  const { at, executor_id, requester_id, conversation_id, via, requester_unverified, changes } = event;
  const what = changes.map(({ field, from, to }) =>
    field === 'reason'
      ? `reason: ${oneLine(to ?? '-')}`
      : `${field} ${shownValue(field, from)} → ${shownValue(field, to)}`,
  );
  const why = [
    ...(requester_id === null
      ? []
      : [told(requester_unverified ? LABELS.asked_by_unverified : LABELS.asked_by, { who: requester_id })]),
    ...(conversation_id === null ? [] : [told(LABELS.in_conversation, { conversation: conversation_id })]),
  ];
  const who = via === 'person' ? executor_id : told(LABELS.in_session, { who: executor_id, purpose: via });
  return [shownTime(at), who, what.length === 0 ? told(LABELS.created) : what.join('; '), ...why].join('  ');
}

function shownValue(field: string, value: string | null): string {
  if (value === null) return '-';
  return STATED.includes(field) ? stateSaid(value) : oneLine(value);
}

const STATED = ['status', 'priority', 'approval'];

function padded(label: string): string {
  return label + ' '.repeat(Math.max(0, LABEL_WIDTH - displayWidth(label)));
}

const LABEL_WIDTH = 10;
