/** Turns what was read from the team store into events of the stream. Pure functions. */
import type { Happening, Need } from '../../a2a/activity.js';
import { toIso } from '../../clock.js';
import type { Conversation } from '../../team/chat/conversation.js';
import type { ChatMessage } from '../../team/chat/messages.js';
import type { Latest, WorkStep } from '../../team/latest.js';
import type { SessionStart } from '../../team/sessions/start-state.js';
import { beginning } from './agents/full-events.js';

/** Something that happened, when, and a key that is the same each time it is read. */
export interface Keyed {
  readonly key: string;
  readonly at: number;
  readonly happening: Happening;
}

/** Oldest first; what has the same key is the same step of the same thing. */
export function teamHappenings(latest: Latest): Keyed[] {
  const all = [
    ...latest.messages.map(chatKeyed),
    ...latest.conversations.map(conversationKeyed),
    ...latest.delegations.map(delegationKeyed),
    ...latest.work.flatMap((step) => workKeyed(step, latest.work)),
    ...latest.executions.map(executionKeyed),
  ];
  return all.sort((a, b) => a.at - b.at);
}

function chatKeyed(message: ChatMessage): Keyed {
  const { text, isCut: is_cut } = beginning(message.content);
  const { id, projectId: project, senderId: from, receiverId: to, conversationId, relatedTaskId, createdAt } = message;
  return {
    key: `chat ${id}`,
    at: createdAt,
    happening: {
      ...{ event: 'chat', id, project, from, to, text, is_cut },
      conversation: conversationId,
      work: relatedTaskId,
    },
  };
}

function conversationKeyed(conversation: Conversation): Keyed {
  const { id, projectId: project, initiatorId: from, participantId: to, state, purpose, taskId: work } = conversation;
  const { turns, maxTurns, endedBy, endReason, closedAt, joinedAt, createdAt } = conversation;
  return {
    key: `conversation ${id} ${state}`,
    at: closedAt ?? (state === 'active' ? joinedAt : null) ?? createdAt,
    happening: {
      ...{ event: 'conversation', id, project, from, to, state, purpose, work, turns },
      max_turns: maxTurns,
      ended_by: endedBy,
      reason: endReason,
    },
  };
}

function delegationKeyed(row: Latest['delegations'][number]): Keyed {
  const { id, project_id: project, agent_id: from, target_agent_id: to, status, purpose, task_id: work, result } = row;
  return {
    key: `delegation ${id} ${status}`,
    at: row.finished_at ?? row.created_at,
    happening: { event: 'delegation', id, project, from, to, status, purpose, work, result },
  };
}

/** A change of the texts alone is no news. */
const NEWS = ['status', 'assignee_id', 'approval', 'result', 'title'];

function workKeyed({ place, at, by, changes, task }: WorkStep, all: readonly WorkStep[]): Keyed[] {
  const isNew = changes.length === 0;
  if (!isNew && !changes.some(({ field }) => NEWS.includes(field))) return [];
  const of = (field: string) => changes.find((change) => change.field === field);
  const { id, project_id: project, title, approval, result, created_by } = task;
  const happening: Happening = {
    ...{ event: 'work', what: isNew ? 'created' : 'changed', id, project, title, approval, created_by, by },
    status: of('status')?.to ?? (isNew ? firstStatus(task, all) : task.status),
    status_before: of('status')?.from ?? null,
    assignee: task.assignee_id,
    result: of('status') ? result : null,
  };
  return [{ key: `work ${id} ${place}`, at, happening }];
}

/** A task is read as it is now, but it was created with the status that its first change of it names. */
function firstStatus({ id, status }: WorkStep['task'], all: readonly WorkStep[]): string {
  const steps = all.filter(({ task }) => task.id === id).sort((a, b) => a.place - b.place);
  const change = steps.flatMap(({ changes }) => changes).find(({ field }) => field === 'status');
  return change?.from ?? status;
}

function executionKeyed(execution: Latest['executions'][number]): Keyed {
  const { id, projectId: project, agentId: agent, taskId: work, title, status, exitCode, startedAt } = execution;
  const what = status === 'running' ? 'started' : 'finished';
  return {
    key: `execution ${id} ${what}`,
    at: execution.completedAt ?? startedAt,
    happening: { event: 'execution', what, id, project, agent, work, title, status, exit_code: exitCode },
  };
}

export function approvalNeed(task: WorkStep['task']): Need {
  return {
    ...{ what: 'approval', id: `approval:${task.id}`, agent: task.created_by, project: task.project_id },
    since: toIso(task.updated_at),
    text: task.title,
    work: task.id,
  };
}

/** The time of the last failure is part of its id, because it may be given up again. */
export function givenUpNeed(start: SessionStart, now: number): Need {
  const { agent_id, project_id, purpose, reason, why, next_try_at } = start;
  const id = `given-up:${project_id}:${agent_id}:${purpose}:${next_try_at}`;
  return {
    ...{ what: 'given_up', id, agent: agent_id, project: project_id },
    since: toIso(now),
    text: why,
    purpose,
    reason,
  };
}
