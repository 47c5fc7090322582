/** The words of the line that shows how a question is doing, cut to the width of the terminal. */
import { heldInWords } from '../../../i18n/said/held.js';
import { RECEIPT_WORDS, SPAN_WORDS, STATUS_WORDS } from '../../../i18n/said/progress.js';
import { told } from '../../../i18n/told.js';
import { said } from '../../print/stdio.js';
import { cutToWidth, displayWidth } from '../../print/width.js';

/** What the daemon tells whenever it changes, and the id of the exchange. */
export interface Progress {
  readonly target: string;
  readonly receipt: { readonly state: string; readonly reason: string | null };
  /** What the target does; null for a person or an outside agent. */
  readonly status: { readonly state: string; readonly since: string | null } | null;
  readonly id: string;
}

export interface View {
  readonly now: number;
  readonly startedAt: number;
  readonly width: number;
}

export const BETWEEN = ' · ';
const LEAST_NAME = 6;
const IN_THE_WAY = new Set(['person typing', 'draft', 'own text', 'unknown screen', 'screen', 'shell']);

/** The id is what a reader needs afterwards, so the name is cut first, and then what the target does is left out. */
export function describeProgress({ target, receipt, status, id }: Progress, view: View): string {
  const state = receiptWord(receipt);
  const doing = status === null ? span(view.now - view.startedAt) : statusText(status, view);
  const line = (rest: readonly string[]): string | null => {
    const room = view.width - displayWidth(['', ...rest].join(BETWEEN));
    return displayWidth(target) <= room || room >= LEAST_NAME
      ? [cutToWidth(target, room), ...rest].join(BETWEEN)
      : null;
  };
  return line([state, doing, id]) ?? line([state, id]) ?? cutToWidth([id, state].join(BETWEEN), view.width);
}

/** What stands in the way, unless the status of the target says the same. */
function receiptWord({ state, reason }: Progress['receipt']): string {
  if (state === 'held' && reason !== null && IN_THE_WAY.has(reason))
    return `${told(RECEIPT_WORDS.held)}: ${said(heldInWords(reason))}`;
  const word = state === 'submitted' && reason === 'read' ? 'read' : state;
  return Object.hasOwn(RECEIPT_WORDS, word) ? told(RECEIPT_WORDS[word as keyof typeof RECEIPT_WORDS]) : word;
}

/** How long it has been busy, waiting or starting. Otherwise it says nothing about this question, so the wait counts. */
function statusText({ state, since }: NonNullable<Progress['status']>, { now, startedAt }: View): string {
  const word = Object.hasOwn(STATUS_WORDS, state) ? told(STATUS_WORDS[state as keyof typeof STATUS_WORDS]) : state;
  const isWork = ['busy', 'waiting', 'starting'].includes(state) && since !== null;
  return isWork ? `${word} ${span(now - Date.parse(since))}` : `${word}${BETWEEN}${span(now - startedAt)}`;
}

export function span(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return told(SPAN_WORDS.seconds, { count: seconds });
  if (minutes < 60) return told(SPAN_WORDS.minutes, { minutes, count: seconds % 60 });
  return told(SPAN_WORDS.hours, { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
