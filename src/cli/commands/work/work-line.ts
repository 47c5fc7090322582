/** The words of the line that shows how work is doing: `Checkout · in progress · rex · 12 s · tsk_3f2a91c0`. */
import { WORK_WORDS } from '../../../i18n/said/progress.js';
import { told } from '../../../i18n/told.js';
import { oneLine } from '../../print/stdio.js';
import { cutToWidth, displayWidth } from '../../print/width.js';
import type { WorkTask } from '../../print/work-task.js';
import { BETWEEN, span, type View } from '../ask/progress-line.js';

const LEAST_TITLE = 8;
/** As many digits as are still unlike those of other work. */
const SHORT_ID = 'tsk_12345678'.length;

/** The title is cut first, and then left out. */
export function describeWork(
  { title, status, approval, assignee_id, task_id }: WorkTask,
  { now, startedAt, width }: View,
): string {
  const state = approval === 'pending_approval' ? 'waits_for_approval' : status;
  const word = Object.hasOwn(WORK_WORDS, state) ? told(WORK_WORDS[state as keyof typeof WORK_WORDS]) : state;
  const facts = [word, ...(assignee_id === null ? [] : [assignee_id]), span(now - startedAt)];
  const rest = [...facts, task_id.slice(0, SHORT_ID)].join(BETWEEN);
  const room = width - displayWidth(BETWEEN) - displayWidth(rest);
  return cutToWidth(room < LEAST_TITLE ? rest : `${cutToWidth(oneLine(title), room)}${BETWEEN}${rest}`, width);
}
