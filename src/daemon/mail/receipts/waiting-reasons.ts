/** Why a message that has arrived is not answered yet, as its receipt says it to the asker. */
import { heldInWords } from '../../../i18n/said/held.js';
import type { Receipt } from '../../../taskstore/message.js';
import { isLongReason } from '../../typing/waiting/long-held.js';

/** The receipt of a message that was read in an inbox. */
export const READ = 'read';

const WITH_CHOICES = 'waits for a person: ';
const WITHOUT_CHOICES = 'waits for a person at its terminal: ';

/** What a channel reports as `no_evidence`, in words. */
const NO_SIGN = 'nothing shows that it did';

/** The program has opened a dialog. Some ask for something else than one of several choices. */
export function dialogReason(summary: string, hasChoices: boolean): string {
  return `${hasChoices ? WITH_CHOICES : WITHOUT_CHOICES}${summary}`;
}

/** What a waiting command is told. `remedy` is the command that answers the dialog. */
export type WaitingNews =
  | { readonly event: 'read' }
  | { readonly event: 'waits'; readonly reason: string; readonly remedy: 'answer' | 'attach' };

export function waitingNews({ state, reason }: Receipt): WaitingNews | null {
  if ((state === 'held' || state === 'typing') && reason !== null && isLongReason(reason)) {
    return { event: 'waits', reason: `holds the message: ${heldInWords(reason)}`, remedy: 'attach' };
  }
  if (state === 'uncertain') {
    const why = reason === null || reason === 'no_evidence' ? NO_SIGN : reason;
    return { event: 'waits', reason: `may not have read the message: ${why}`, remedy: 'attach' };
  }
  if (state !== 'submitted' || reason === null) return null;
  if (reason === READ) return { event: 'read' };
  if (reason.startsWith(WITH_CHOICES)) return { event: 'waits', reason, remedy: 'answer' };
  return reason.startsWith(WITHOUT_CHOICES) ? { event: 'waits', reason, remedy: 'attach' } : null;
}
