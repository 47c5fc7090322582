/** Work tasks and their trail in JSON. */
import { toIso } from '../../clock.js';
import type { WorkTaskDetails } from '../work/work-details.js';
import type { WorkTask } from '../work/work-task.js';
import type { WorkEvent } from '../work/work-trail.js';
import type { Json } from './json.js';

export function briefTaskJson({ id, title, status, priority, createdAt }: WorkTask): Json {
  return { task_id: id, title, status, priority, created_at: toIso(createdAt) };
}

export function listedTaskJson(task: WorkTask): Json {
  const { assigneeId, parentTaskId, approval } = task;
  return { ...briefTaskJson(task), assignee_id: assigneeId, parent_task_id: parentTaskId, approval };
}

/** All details; of the trail only changes made from chat. */
export function fullTaskJson({ task, dependencies, subtasks, trail }: WorkTaskDetails): Json {
  return {
    ...listedTaskJson(task),
    project_id: task.projectId,
    description: task.description,
    created_by: task.createdBy,
    dependencies,
    subtasks: subtasks.map(({ id }) => id),
    blocked_reason: task.blockedReason,
    status_changed_by: task.statusChangedBy,
    result: task.result,
    summary: task.summary,
    next_steps: task.nextSteps,
    started_from_conversation_id: task.startedFromConversationId,
    chat_modifications: trail.filter(isFromChat).map(modificationJson),
    updated_at: toIso(task.updatedAt),
  };
}

export function workEventJson(event: WorkEvent): Json {
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

export function unverifiedMark(isUnverified: boolean): Json {
  return isUnverified ? { requester_unverified: true } : {};
}

function isFromChat({ via, changes }: WorkEvent): boolean {
  return via === 'chat' && changes.length > 0;
}

function modificationJson({ conversationId, requesterId, executorId, at, isUnverified, changes }: WorkEvent): Json {
  return {
    conversation_id: conversationId,
    requester_id: requesterId,
    executor_id: executorId,
    modified_at: toIso(at),
    modified_fields: changes.map(({ field }) => field),
    ...unverifiedMark(isUnverified),
  };
}
