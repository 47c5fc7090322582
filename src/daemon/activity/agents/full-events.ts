/** What a daemon tells the person's daemon about its agent: first what is open, then each change with its message. */
import { encodeReceipt } from '../../../a2a/encode.js';
import { toIso } from '../../../clock.js';
import { CANCELED, type Message, type ReceiptState } from '../../../taskstore/message.js';
import type { Task } from '../../../taskstore/task.js';
import type { Dialog } from '../../../terminal/screen/dialog.js';
import type { DaemonContext } from '../../context.js';
import type { Change } from '../../events.js';
import { encodeChange } from '../../http/streams.js';
import type { Terminals } from '../../terminals/terminals.js';

export interface FullTask {
  readonly id: string;
  readonly direction: 'outgoing' | 'incoming';
  readonly peer: string;
  readonly state: string;
  readonly response_expected: boolean;
  readonly reason: string | null;
  readonly updated_at: string;
}

export interface FullMessage {
  /** The same on both sides. */
  readonly id: string;
  readonly exchange: string;
  readonly direction: 'outgoing' | 'incoming';
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly is_cut: boolean;
  readonly priority: number;
  readonly receipt: {
    readonly state: string;
    readonly reason: string | null;
    readonly via: string | null;
    readonly at: string;
  };
  readonly created_at: string;
}

/** A request that waits for an answer, or a question that was asked back. */
export interface OpenTask {
  readonly task: string;
  readonly peer: string;
  readonly text: string;
  readonly at: string;
}

/** Everything about an agent that waits for somebody. */
export interface OpenThings {
  readonly event: 'open';
  readonly dialogs: readonly { readonly session: string; readonly dialog: Dialog }[];
  /** Requests to the agent. */
  readonly requests: readonly OpenTask[];
  /** Requests of the agent that the other side answered with a question. */
  readonly questions: readonly OpenTask[];
  /** Messages of the agent that got stuck lately. */
  readonly troubles: readonly FullMessage[];
}

export type FullEvent =
  | OpenThings
  | { readonly event: 'change'; readonly task: FullTask | null; readonly message: FullMessage | null }
  | { readonly event: 'status'; readonly session: string; readonly status: string; readonly dialog: Dialog | null };

interface Parts {
  readonly context: DaemonContext;
  readonly terminals: Terminals;
}

/** Troubles older than this are no news. */
const TROUBLE_MS = 24 * 3_600_000;
const MOST_LOOKED_AT = 300;
const MOST_OPEN = 50;
const LONGEST_TEXT = 600;
const TROUBLES: readonly ReceiptState[] = ['failed', 'expired', 'uncertain'];

/** Tells what is open now, and everything after that. Returns a function that stops it. */
export function followFully({ context, terminals }: Parts, send: (event: FullEvent) => void): () => void {
  const { events, self } = context;
  const stops = [
    events.on('change', (change) => send(fullChange(change, self.id))),
    events.on('status', ({ session, status, dialog }) => send({ event: 'status', session, status, dialog })),
  ];
  send(openThings({ context, terminals }));
  return () => {
    for (const stop of stops) stop();
  };
}

function fullChange(change: Change, self: string): FullEvent {
  const { task, message } = change;
  return {
    ...encodeChange(change),
    event: 'change',
    task: task && fullTask(task),
    message: message && fullMessage(message, self),
  };
}

function openThings({ context, terminals }: Parts): OpenThings {
  const { store, clock } = context;
  const questions = store.listTasks({ direction: 'outgoing', state: 'input-required', limit: MOST_OPEN });
  const recent = store.history({ limit: MOST_LOOKED_AT, sinceAt: clock.now() - TROUBLE_MS });
  return {
    event: 'open',
    dialogs: terminals.all.flatMap(({ session, boxed }) => {
      const dialog = boxed?.status.dialog ?? null;
      return dialog ? [{ session, dialog }] : [];
    }),
    requests: store.openRequests().map((task) => openTask(context, task)),
    questions: questions.map((task) => openTask(context, task)),
    troubles: recent.filter(isTrouble).map((message) => fullMessage(message, context.self.id)),
  };
}

function isTrouble({ direction, receipt }: Message): boolean {
  return direction === 'outgoing' && TROUBLES.includes(receipt.state) && receipt.reason !== CANCELED;
}

function openTask({ store }: DaemonContext, task: Task): OpenTask {
  const last = store.messagesOf(task.seq).findLast(({ direction }) => direction === 'incoming');
  return { task: task.id, peer: task.peer.id, text: beginning(last?.text ?? '').text, at: toIso(task.updatedAt) };
}

function fullTask(task: Task): FullTask {
  return {
    id: task.id,
    direction: task.direction,
    peer: task.peer.id,
    state: task.state,
    response_expected: task.responseExpected,
    reason: task.error?.message ?? null,
    updated_at: toIso(task.updatedAt),
  };
}

function fullMessage(message: Message, self: string): FullMessage {
  const { direction, peer, givenId, id, kind, priority, receipt, createdAt } = message;
  const outgoing = direction === 'outgoing';
  const { text, isCut } = beginning(message.text);
  return {
    id: outgoing ? id : (givenId ?? id),
    exchange: message.displayId,
    direction,
    kind,
    from: outgoing ? self : peer.id,
    to: outgoing ? peer.id : self,
    text,
    is_cut: isCut,
    priority,
    receipt: encodeReceipt(receipt) as FullMessage['receipt'],
    created_at: toIso(createdAt),
  };
}

/** The beginning of a text, without half a character at its end. */
export function beginning(text: string): { readonly text: string; readonly isCut: boolean } {
  if (text.length <= LONGEST_TEXT) return { text, isCut: false };
  return { text: text.slice(0, LONGEST_TEXT).replace(/[\ud800-\udbff]$/, ''), isCut: true };
}
