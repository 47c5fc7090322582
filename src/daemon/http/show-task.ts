/** Shows tasks and messages to the agent itself, and to the peer who sent or received them. */
import { CLIENT_NOTE, type ClientNote } from '../../a2a/client-note.js';
import { encodeLoneMessage, encodeTask } from '../../a2a/encode.js';
import { fail } from '../../errors.js';
import type { Message } from '../../taskstore/message.js';
import type { Found } from '../../taskstore/store.js';
import type { Task } from '../../taskstore/task.js';
import type { DaemonContext } from '../context.js';
import type { Caller } from './callers.js';

/** A task has the text of its first message and the receipt of its last. */
export function showTask(context: Pick<DaemonContext, 'store' | 'self'>, task: Task): Record<string, unknown> {
  const messages = context.store.messagesOf(task.seq).filter((message) => message.direction === task.direction);
  const [first = null] = messages;
  const last = messages.findLast(({ kind }) => kind !== 'message' && kind !== 'cancellation') ?? first;
  return { ...encodeTask(task, { first, last }, context.self), ...clientId(messages) };
}

/** The id that an A2A client gave its last message. */
function clientId(messages: readonly Message[]): { readonly client_message_id?: string } {
  const noted = messages.findLast(({ metadata }) => metadata[CLIENT_NOTE] !== undefined)?.metadata[CLIENT_NOTE];
  return noted === undefined ? {} : { client_message_id: (noted as ClientNote).id };
}

export function show(context: DaemonContext, found: Found): Record<string, unknown> {
  if (found.task) return showTask(context, found.task);
  return encodeLoneMessage(found.message as Message, context.self);
}

/** Finds what an id means to this caller; others than the agent see only what they sent or were sent. */
export function findOne(context: DaemonContext, id: string, caller: Caller): Found {
  const found = context.store.find(id).filter((each) => mayRead(each, caller));
  const [first, ...others] = found;
  if (!first) throw fail('task_not_found', { task: id });
  if (others.length > 0) {
    throw fail('ambiguous_id', { task: id, matches: found.map((each) => each.task?.id ?? each.message?.id) });
  }
  return first;
}

function mayRead(found: Found, caller: Caller): boolean {
  return caller.kind === 'self' || (found.task ?? found.message)?.peer.id === caller.id;
}
