/** The requests that are waiting for an answer: all of them as a list, and the one that a reply means. */
import { fail } from '../../../errors.js';
import { shortId, splitAddress } from '../../../ids.js';
import { matching } from '../../../registry/resolve-target.js';
import type { Task } from '../../../taskstore/task.js';
import type { DaemonContext } from '../../context.js';
import { findTask, tasksNamed } from '../find-task.js';
import type { ReplyRequest } from '../outgoing/sent.js';

export function openTargets({ store, clock }: DaemonContext, tasks: readonly Task[]): Record<string, unknown>[] {
  const now = clock.now();
  return tasks.map((task) => {
    return {
      id: task.id,
      short_id: shortId(task.id),
      sender: task.peer.id,
      age_seconds: Math.max(0, Math.round((now - task.createdAt) / 1000)),
      text: store.messagesOf(task.seq).find((message) => message.direction === 'incoming')?.text ?? '',
    };
  });
}

/**
 * Without `to` there must be only one open request, unless `latest` asks for the newest. `isOwn` leaves out those that
 * another terminal of the agent was given.
 */
export function requestToAnswer(
  context: DaemonContext,
  { to, latest }: Pick<ReplyRequest, 'to' | 'latest'>,
  isOwn: (task: Task) => boolean,
): Task {
  const all = context.store.openRequests();
  if (to !== null) return requestNamed(context, to, { open: all, latest });
  const open = all.filter(isOwn);
  const [only] = open;
  if (!only) throw fail('no_open_request', { agent: context.self.id });
  return theOne(context, open, latest);
}

/** `to` means the open request of a sender, any message by its id, or the last message of a sender. */
function requestNamed(
  context: DaemonContext,
  word: string,
  { open, latest }: { open: readonly Task[]; latest: boolean },
): Task {
  const { registry, store, self } = context;
  const senders = new Set([...matching(word, registry.list()).map((agent) => agent.id), word]);
  const here = open.filter((task) => senders.has(task.peer.id));
  // A bare name means this host first.
  const theirs = here.length > 0 ? here : open.filter((task) => splitAddress(task.peer.id)?.agent === word);
  if (theirs.length > 0) {
    mustNotBeAnId(context, word, theirs);
    return theOne(context, theirs, latest);
  }
  if (tasksNamed(store, word, 'incoming').length > 0) return findTask(store, word, 'incoming');
  for (const sender of senders) {
    const [last] = store.listTasks({ direction: 'incoming', peerId: sender, limit: 1 });
    if (last) return last;
  }
  throw fail(senders.size > 1 ? 'no_open_request' : 'task_not_found', { task: word, agent: self.id });
}

/** A sender may have chosen an id that is the beginning of somebody else's request. */
function mustNotBeAnId({ store }: DaemonContext, word: string, theirs: readonly Task[]): void {
  const others = tasksNamed(store, word, 'incoming').filter(
    (task) => task.id.startsWith(word.toLowerCase()) && theirs.every(({ seq }) => seq !== task.seq),
  );
  if (others.length === 0) return;
  throw fail('ambiguous_id', { task: word, matches: [...others, ...theirs].map(({ id }) => id) });
}

function theOne(context: DaemonContext, tasks: readonly Task[], latest: boolean): Task {
  if (tasks.length > 1 && !latest) throw fail('several_open_requests', { targets: openTargets(context, tasks) });
  return tasks.at(-1) as Task;
}
