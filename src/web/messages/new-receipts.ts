/** The receipts of which the stream has told, for messages that were read earlier. */

import type { Activity } from '../../a2a/activity.js';
import { isFurther } from '../../a2a/web/receipt-steps.js';
import type { HistoryMessage } from '../../a2a/web/things.js';

type Messages = ReadonlyMap<string, HistoryMessage>;

/** `cursor` is that of the last happening that was looked at before. */
export function withNewReceipts(
  messages: Messages,
  happenings: readonly Activity[],
  cursor: string | null,
): { readonly messages: Messages; readonly cursor: string | null } {
  const next = new Map(messages);
  let isChanged = false;
  const from = cursor === null ? 0 : happenings.findLastIndex((each) => each.cursor === cursor) + 1;
  for (const each of happenings.slice(from)) {
    const known = each.event === 'receipt' ? next.get(each.id) : undefined;
    // What was read may be newer than what the stream tells.
    if (each.event !== 'receipt' || !known || !isFurther(known.receipt, each)) continue;
    const { state, reason, via, at } = each;
    next.set(each.id, { ...known, receipt: { state, reason, via, at } });
    isChanged = true;
  }
  return { messages: isChanged ? next : messages, cursor: happenings.at(-1)?.cursor ?? null };
}
