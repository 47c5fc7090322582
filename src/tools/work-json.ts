/** Work tasks and their trail as tools and people get them. */
import { toIso } from '../clock.js';
import type { Db } from '../team/store/schema.js';
import type { WorkTask } from '../team/work/work-task.js';
import { dependenciesOf, listWorkTasks } from '../team/work/work-tasks.js';
import { trailOf, type WorkEvent } from '../team/work/work-trail.js';
import type { Answer } from './tool.js';

export function briefTask({ id, title, status, priority, createdAt }: WorkTask): Answer {
  return { task_id: id, title, status, priority, created_at: toIso(createdAt) };
}

export function listedTask(task: WorkTask): Answer {
  const { assigneeId, parentTaskId, approval } = task;
  return { ...briefTask(task), assignee_id: assigneeId, parent_task_id: parentTaskId, approval };
}

/** Everything about a task but its trail; what chats changed of it is taken from there. */
export async function fullTask(db: Db, task: WorkTask): Promise<Answer> {
  const trail = await trailOf(db, task.id);
  const subtasks = await listWorkTasks(db, { parentTaskId: task.id });
  return {
    ...listedTask(task),
    project_id: task.projectId,
    description: task.description,
    created_by: task.createdBy,
    dependencies: await dependenciesOf(db, task.id),
    subtasks: subtasks.map(({ id }) => id),
    blocked_reason: task.blockedReason,
    status_changed_by: task.statusChangedBy,
    result: task.result,
    summary: task.summary,
    next_steps: task.nextSteps,
    started_from_conversation_id: task.startedFromConversationId,
    chat_modifications: trail.filter(isFromChat).map(encodeModification),
    updated_at: toIso(task.updatedAt),
  };
}

export function encodeEvent(event: WorkEvent): Answer {
  return {
    at: toIso(event.at),
    executor_id: event.executorId,
    requester_id: event.requesterId,
    conversation_id: event.conversationId,
    via: event.via,
    ...unverifiedMark(event.isUnverified),
    changes: event.changes,
  };
}

export function unverifiedMark(isUnverified: boolean): Answer {
  return isUnverified ? { requester_unverified: true } : {};
}

function isFromChat({ via, changes }: WorkEvent): boolean {
  return via === 'chat' && changes.length > 0;
}

function encodeModification({ conversationId, requesterId, executorId, at, isUnverified, changes }: WorkEvent): Answer {
  return {
    conversation_id: conversationId,
    requester_id: requesterId,
    executor_id: executorId,
    modified_at: toIso(at),
    modified_fields: changes.map(({ field }) => field),
    ...unverifiedMark(isUnverified),
  };
}
