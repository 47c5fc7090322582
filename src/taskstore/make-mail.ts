/** Makes complete tasks and messages from what a caller gives, with the defaults of everything else. */
import type { Message, Receipt } from './message.js';
import type { Task } from './task.js';

type Optional<Thing, Given extends keyof Thing> = Pick<Thing, Given> & {
  readonly [Key in Exclude<keyof Thing, Given>]?: Thing[Key] | undefined;
};

/** If the id is missing or in use, the task gets a new one. */
export type NewTask = Optional<
  Omit<Task, 'seq' | 'createdAt' | 'updatedAt'>,
  'direction' | 'responseExpected' | 'peer' | 'expiresAt'
>;

export type NewMessage = Optional<
  Omit<Message, 'seq' | 'givenId' | 'displayId' | 'createdAt' | 'receipt' | 'receipts'>,
  'direction' | 'kind' | 'peer' | 'text' | 'expiresAt'
> & {
  /** By default `queued` for an outgoing message and `delivered` for an incoming one. */
  readonly receipt?: Receipt | undefined;
};

const ORDINARY_PRIORITY = 3;

export function makeTask(
  given: NewTask,
  { seq, id, at }: { readonly seq: number; readonly id: string; readonly at: number },
): Task {
  return {
    seq,
    id,
    direction: given.direction,
    state: given.state ?? 'submitted',
    responseExpected: given.responseExpected,
    peer: given.peer,
    senderTaskId: given.senderTaskId ?? null,
    remoteTaskId: given.remoteTaskId ?? null,
    contextId: given.contextId ?? id,
    priority: given.priority ?? ORDINARY_PRIORITY,
    reply: given.reply ?? null,
    error: given.error ?? null,
    metadata: given.metadata ?? {},
    createdAt: at,
    updatedAt: at,
    expiresAt: given.expiresAt,
  };
}

export function makeMessage(
  given: NewMessage,
  {
    seq,
    id,
    displayId,
    at,
  }: { readonly seq: number; readonly id: string; readonly displayId: string; readonly at: number },
): Message {
  const state = given.direction === 'outgoing' ? 'queued' : 'delivered';
  const receipt = given.receipt ?? { state, reason: null, at };
  return {
    seq,
    id,
    givenId: given.id === undefined || given.id === id ? null : given.id,
    direction: given.direction,
    kind: given.kind,
    taskSeq: given.taskSeq ?? null,
    peer: given.peer,
    replyTo: given.replyTo ?? null,
    remoteId: given.remoteId ?? null,
    displayId,
    text: given.text,
    parts: given.parts ?? [{ type: 'text', text: given.text }],
    priority: given.priority ?? ORDINARY_PRIORITY,
    receipt,
    receipts: [receipt],
    metadata: given.metadata ?? {},
    createdAt: at,
    expiresAt: given.expiresAt,
  };
}
