/** Notices about work in a person's inbox. They name commands, not tools. */
import type { Say } from '../../i18n.js';
import type { Json } from '../../team/json/json.js';
import { noticeMailJson } from '../../team/json/notification-json.js';
import type { Member } from '../../team/people/agents.js';
import type { Db } from '../../team/store/schema.js';
import { FOR_ANYBODY, markRead, type Notification, unread } from '../../team/work/notifications.js';
import { findWorkTask } from '../../team/work/work-tasks.js';

/** Oldest first, in the same shape as other messages of an inbox. */
export async function unreadNotices(db: Db, person: Member, limit: number, say: Say): Promise<Json[]> {
  const mail = [];
  for (const notice of (await unread(db, person, FOR_ANYBODY)).slice(0, limit))
    mail.push(await asMail(db, notice, say));
  return mail;
}

/** Marks only notices of this person. Returns how many it marked. */
export async function readNotices(tx: Db, person: Member, ids: ReadonlySet<string>, now: number): Promise<number> {
  const shown = (await unread(tx, person, FOR_ANYBODY)).filter(({ id }) => ids.has(id));
  for (const { id } of shown) await markRead(tx, id, now);
  return shown.length;
}

async function asMail(db: Db, notice: Notification, say: Say): Promise<Json> {
  const { projectId, action, taskId, message } = notice;
  const task = taskId === null ? null : await findWorkTask(db, taskId);
  const from = task?.assigneeId ?? task?.createdBy ?? projectId;
  const facts = { who: from, by: notice.whoId ?? from, title: task?.title ?? taskId, task_id: taskId };
  const isAboutParts = action === 'wait_over' && notice.whoId === null;
  const sentence = say(isAboutParts ? 'person_parts_over' : `person_${action}`, facts);
  // The sentence already contains the title of a request.
  const text = message === null || message === task?.title ? sentence : `${sentence}\n${message}`;
  return noticeMailJson(notice, { from, text });
}
