/** What a person has to know of work, in the person's inbox: in words of the command line, not of tools. */
import { toIso } from '../../clock.js';
import { languageOf, textOf } from '../../i18n.js';
import { shortId } from '../../ids.js';
import type { Db } from '../../team/store/schema.js';
import { FOR_ANYBODY, markRead, type Notification, unread } from '../../team/work/notifications.js';
import { findWorkTask } from '../../team/work/work-tasks.js';

interface Person {
  readonly projectId: string;
  readonly agentId: string;
}

/** The oldest first, shaped like the others of an inbox. */
export async function unreadNotices(db: Db, person: Person, limit: number): Promise<Record<string, unknown>[]> {
  const mail = [];
  for (const notice of (await unread(db, person, FOR_ANYBODY)).slice(0, limit)) mail.push(await asMail(db, notice));
  return mail;
}

/** Only what is this person's is marked; gives back how many. */
export async function readNotices(tx: Db, person: Person, ids: ReadonlySet<string>, now: number): Promise<number> {
  const shown = (await unread(tx, person, FOR_ANYBODY)).filter(({ id }) => ids.has(id));
  for (const { id } of shown) await markRead(tx, id, now);
  return shown.length;
}

async function asMail(db: Db, notice: Notification): Promise<Record<string, unknown>> {
  const { id, projectId, agentId, action, taskId, conversationId, createdAt, message } = notice;
  const task = taskId === null ? null : await findWorkTask(db, taskId);
  const from = task?.assigneeId ?? task?.createdBy ?? projectId;
  const facts = { who: from, title: task?.title ?? taskId, task_id: taskId };
  const text = textOf(languageOf(process.env), `person_${action}`, facts);
  return {
    id,
    short_id: shortId(id.slice('ntf_'.length)),
    kind: 'notice',
    from,
    to: agentId,
    // The title of a request is in the sentence already.
    text: message === null || message === task?.title ? text : `${text}\n${message}`,
    action,
    project: projectId,
    task_id: taskId,
    conversation_id: conversationId,
    created_at: toIso(createdAt),
  };
}
