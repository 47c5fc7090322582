/** Requests of an agent or a person about their own mail: the inbox and the history. */
import { encodeMessage, encodeReceipt } from '../../a2a/encode.js';
import { fail } from '../../errors.js';
import { shortId } from '../../ids.js';
import type { Message } from '../../taskstore/message.js';
import type { TaskStore } from '../../taskstore/store.js';
import { withinLimit } from '../../terminal/screen/within-limit.js';
import type { DaemonContext } from '../context.js';
import { READ } from '../mail/receipts/waiting-reasons.js';
import { handOver } from '../typing/hand-over.js';
import { countParameter, fieldsOf, wholeNumbersField } from './door/fields.js';
import type { Exchange } from './exchange.js';
import { pageSize } from './page-size.js';
import type { Services } from './routes.js';

const SEARCH_LIMIT_MS = 500;

/** Leaves out the answers that a waiting command is about to show. */
export function readInbox({ context, commands }: Services, { query }: Exchange): unknown {
  const limit = pageSize(query);
  const after = countParameter(query, 'after') ?? 0;
  const messages = context.store.unread(limit, after).filter((message) => !commands.isClaimed(message));
  return {
    messages: messages.map((message) => ({ seq: message.seq, ...encodeMessage(message, context.self) })),
    remaining: Math.max(0, context.store.queueLength() - messages.length),
  };
}

/** Marks messages as read: they are not typed any more, and their senders see that they were read. */
export async function markRead({ context, control }: Services, { body }: Exchange): Promise<unknown> {
  const seqs = wholeNumbersField(fieldsOf(await body()), 'seqs');
  const read = await context.store.write((tx) =>
    seqs
      .map((seq) => tx.message(seq))
      .filter((message) => message?.direction === 'incoming' && ['delivered', 'held'].includes(message.receipt.state))
      .map((message) => handOver(tx, (message as { seq: number }).seq, READ)),
  );
  for (const message of read) {
    control.report(message);
    const task = message.taskSeq === null ? null : context.store.task(message.taskSeq);
    context.events.emit('change', { task, message });
  }
  return {
    read: read.map((message) => shortId(message.displayId)),
    receipt: read[0] ? encodeReceipt(read[0].receipt) : null,
  };
}

export function history({ store, self }: DaemonContext, { query }: Exchange): unknown {
  return { messages: foundMessages(store, query).map((message) => encodeMessage(message, self)) };
}

/** What a query of `GET /history` finds in a store, oldest first. */
export function foundMessages(store: Pick<TaskStore, 'history'>, query: URLSearchParams): readonly Message[] {
  const pattern = query.get('grep');
  const regex = pattern === null ? null : compile(pattern);
  const peer = query.get('with');
  const since = countParameter(query, 'since') ?? 0;
  const before = countParameter(query, 'before');
  const messages = store.history({
    limit: pageSize(query),
    ...(peer === null ? {} : { peerId: peer }),
    ...(since > 0 ? { sinceAt: since } : {}),
    ...(regex === null && before === null ? {} : { pick: (page) => picked(page, { regex, before }) }),
  });
  return messages.reverse();
}

interface Wanted {
  readonly regex: RegExp | null;
  /** Only messages from before this instant. */
  readonly before: number | null;
}

function picked(page: readonly Message[], { regex, before }: Wanted): readonly Message[] {
  const early = before === null ? page : page.filter(({ createdAt }) => createdAt < before);
  return regex === null ? early : matching(regex, early);
}

/** Searches with a time limit, because some patterns never finish on some texts and would block the daemon. */
function matching(regex: RegExp, page: readonly Message[]): readonly Message[] {
  const found = withinLimit(SEARCH_LIMIT_MS, () => page.filter(({ text }) => regex.test(text)));
  if (!found) throw fail('invalid_request', { reason: '--grep: This pattern takes too long; try a simpler one.' });
  return found;
}

function compile(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'i');
  } catch (error) {
    throw fail('invalid_request', { reason: `--grep: ${(error as Error).message}.` });
  }
}
