/** Shows a stored exchange as a task of the standard, without storing anything twice. */
import {
  type Artifact,
  Role,
  TaskState,
  type TaskStatus,
  type Message as WireMessage,
  type Task as WireTask,
} from '@a2a-js/sdk';
import { toIso } from '../../../clock.js';
import { shortId } from '../../../ids.js';
import type { Message, Part } from '../../../taskstore/message.js';
import type { Task } from '../../../taskstore/task.js';
import { CLIENT_NOTE, type ClientNote } from '../../client-note.js';
import type { Exchange } from '../desk.js';
import { toWire } from './parts.js';

export interface Wanted {
  /** How many of the last messages to show; all if absent. */
  readonly historyLength?: number | undefined;
  readonly withArtifacts?: boolean | undefined;
}

export function taskOf(exchange: Exchange, { historyLength, withArtifacts = true }: Wanted = {}): WireTask {
  const { task } = exchange;
  const history = historyOf(exchange);
  return {
    id: task.id,
    contextId: task.contextId,
    status: statusOf(exchange),
    artifacts: withArtifacts ? artifactsOf(exchange) : [],
    history: historyLength === undefined ? history : historyLength === 0 ? [] : history.slice(-historyLength),
    metadata: undefined,
  };
}

const CLOSED: Partial<Record<Task['state'], TaskState>> = {
  completed: TaskState.TASK_STATE_COMPLETED,
  failed: TaskState.TASK_STATE_FAILED,
  canceled: TaskState.TASK_STATE_CANCELED,
  rejected: TaskState.TASK_STATE_REJECTED,
};

export function stateOf({ task, messages, dialog }: Exchange): TaskState {
  const closed = CLOSED[task.state];
  if (closed !== undefined) return closed;
  if (task.state === 'input-required' || dialog !== null) return TaskState.TASK_STATE_INPUT_REQUIRED;
  return isWithProgram(task, messages) ? TaskState.TASK_STATE_WORKING : TaskState.TASK_STATE_SUBMITTED;
}

export function isFinal(state: TaskState | undefined): boolean {
  return state !== undefined && Object.values(CLOSED).includes(state);
}

/** Whether a client that waits has something to do now: the task is over, or it is asked. */
export function isSettled(state: TaskState | undefined): boolean {
  return isFinal(state) || state === TaskState.TASK_STATE_INPUT_REQUIRED;
}

/** The answer of an agent that answered with a message and nothing else. */
export function bareMessageOf({ task }: Exchange): WireMessage | null {
  if (task.state !== 'completed' || task.reply?.form !== 'message') return null;
  return { ...agentMessage(task, replyId(task), task.reply.parts), taskId: '' };
}

/** Once the program had the first message, it stays at work however long the next ones wait. It can reply before that is noted. */
function isWithProgram(task: Task, messages: readonly Message[]): boolean {
  if (messages.some(({ direction }) => direction === 'outgoing')) return true;
  const [first, second] = messages.filter((message) => isFromClient(message, task));
  if (second) return true;
  return first !== undefined && ['typed', 'submitted', 'answered'].includes(first.receipt.state);
}

function statusOf(exchange: Exchange): TaskStatus {
  const { task } = exchange;
  return { state: stateOf(exchange), message: statusMessage(exchange), timestamp: toIso(task.updatedAt) };
}

function statusMessage({ task, messages, dialog }: Exchange): WireMessage | undefined {
  const question = currentQuestion(task, messages);
  if (question) return agentMessage(task, question.id, question.parts);
  if (dialog !== null && CLOSED[task.state] === undefined) {
    return agentMessage(task, `${task.id}-dialog`, [{ type: 'text', text: dialog }]);
  }
  if (task.state === 'completed' && task.reply?.form === 'message') {
    return agentMessage(task, replyId(task), task.reply.parts);
  }
  if (task.error === null) return undefined;
  const parts: readonly Part[] = task.reply?.parts ?? [{ type: 'text', text: task.error.message }];
  return agentMessage(task, `${task.id}-error`, parts);
}

function currentQuestion(task: Task, messages: readonly Message[]): Message | null {
  if (task.state !== 'input-required') return null;
  return messages.findLast(({ direction, kind }) => direction === 'outgoing' && kind === 'question') ?? null;
}

/** One artifact: the answer. Its parts that came before the rest are in it while the task is open, too. */
function artifactsOf({ task, messages }: Exchange): Artifact[] {
  if (task.reply?.form === 'message') return [];
  const pieces = messages.filter(({ direction, kind }) => direction === 'outgoing' && kind === 'partial');
  const parts = task.state === 'completed' && task.reply ? task.reply.parts : pieces.flatMap((piece) => piece.parts);
  if (parts.length === 0) return [];
  const artifact = { artifactId: replyId(task), name: 'reply', description: '', metadata: undefined, extensions: [] };
  return [{ ...artifact, parts: parts.map(toWire) }];
}

function replyId({ id }: Task): string {
  return `reply-${shortId(id)}`;
}

/** What the client said, and what it was asked or told besides the answer. */
function historyOf({ task, messages }: Exchange): WireMessage[] {
  const asked = currentQuestion(task, messages);
  return messages.flatMap((message) => {
    if (isFromClient(message, task)) return [clientMessage(task, message)];
    const isSaid = message.direction === 'outgoing' && ['question', 'message'].includes(message.kind);
    return isSaid && message.seq !== asked?.seq ? [agentMessage(task, message.id, message.parts)] : [];
  });
}

/** Reminders to the agent belong to the same task. */
function isFromClient({ direction, peer }: Message, task: Task): boolean {
  return direction === 'incoming' && peer.id === task.peer.id;
}

function clientMessage(task: Task, message: Message): WireMessage {
  const note = message.metadata[CLIENT_NOTE] as ClientNote | undefined;
  return {
    messageId: note?.id ?? message.givenId ?? message.id,
    contextId: task.contextId,
    taskId: task.id,
    role: Role.ROLE_USER,
    parts: message.parts.map(toWire),
    metadata: note?.metadata,
    extensions: [...(note?.extensions ?? [])],
    referenceTaskIds: [...(note?.references ?? [])],
  };
}

function agentMessage(task: Task, id: string, parts: readonly Part[]): WireMessage {
  return {
    messageId: id,
    contextId: task.contextId,
    taskId: task.id,
    role: Role.ROLE_AGENT,
    parts: parts.map(toWire),
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
}
