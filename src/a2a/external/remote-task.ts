/** A task of an outside agent in our own words, and how the events of a stream change it. */
import type { Artifact, Message, StreamResponse, Task, Part as WirePart } from '@a2a-js/sdk';
import { MAX_FOREIGN_ID_LENGTH } from '../../ids.js';
import type { Part } from '../../taskstore/message.js';
import type { TaskState } from '../../taskstore/task.js';
import { CallFailed } from './trouble.js';

export interface RemoteTask {
  readonly id: string;
  readonly contextId: string;
  readonly state: TaskState;
  /** What its status says: a question, a reason, or the answer itself. */
  readonly said: readonly Part[];
  /** Tells one status from another, so that a question is asked once. */
  readonly statusKey: string;
  readonly artifacts: readonly RemoteArtifact[];
  /** The ids of the messages that it has got, if it says so. */
  readonly messageIds: readonly string[];
  /** The newest message of the agent, which is the answer of those that know no artifacts. */
  readonly lastSaid: readonly Part[];
}

interface RemoteArtifact {
  readonly id: string;
  readonly parts: readonly Part[];
}

const MOST_ARTIFACT_PARTS = 1_000;
const LONGEST_URL = 8_192;

/** The numbers of the SDK's enumeration. What is unknown is work in progress. */
const STATES: readonly TaskState[] = [
  'working',
  'submitted',
  'working',
  'completed',
  'failed',
  'canceled',
  'input-required',
  'rejected',
  // It wants to be authorized, and says how.
  'input-required',
];

/** Throws if it is not the task that was asked about. */
export function toRemoteTask(task: Task, expectedId: string | null): RemoteTask {
  if (typeof task.id !== 'string' || task.id === '' || task.id.length > MAX_FOREIGN_ID_LENGTH) {
    throw new CallFailed('broken', 'no_task_id');
  }
  if (expectedId !== null && task.id !== expectedId) {
    throw new CallFailed('broken', 'other_task');
  }
  const history = Array.isArray(task.history) ? task.history : [];
  const { status } = task;
  return {
    id: task.id,
    contextId: String(task.contextId ?? '').slice(0, MAX_FOREIGN_ID_LENGTH),
    state: stateOf(status?.state),
    said: toParts(status?.message?.parts),
    statusKey: keyOf(status),
    artifacts: (task.artifacts ?? []).map(toArtifact),
    messageIds: history.map(({ messageId }) => messageId),
    lastSaid: toParts(history.findLast(({ role }) => role === ROLE_AGENT)?.parts),
  };
}

/** The task after an event of its stream; the same one if the event is about something else. */
export function withEvent(task: RemoteTask, { payload }: StreamResponse): RemoteTask {
  if (payload?.$case === 'task') return toRemoteTask(payload.value, task.id);
  if (payload?.$case === 'message') return { ...task, state: 'completed', said: toParts(payload.value.parts) };
  if (!payload || payload.value.taskId !== task.id) return task;
  if (payload.$case === 'statusUpdate') {
    const { status } = payload.value;
    return { ...task, state: stateOf(status?.state), said: toParts(status?.message?.parts), statusKey: keyOf(status) };
  }
  const { artifact, append } = payload.value;
  return artifact ? { ...task, artifacts: withArtifact(task.artifacts, toArtifact(artifact), append) } : task;
}

function withArtifact(known: readonly RemoteArtifact[], added: RemoteArtifact, append: boolean): RemoteArtifact[] {
  const before = known.find(({ id }) => id === added.id);
  if (!before) return checked([...known, added]);
  const parts = append ? joined(before.parts, added.parts) : added.parts;
  return checked(known.map((each) => (each === before ? { id: before.id, parts } : each)));
}

/** Consecutive pieces of a text are one text. */
function joined(before: readonly Part[], added: readonly Part[]): readonly Part[] {
  const last = before.at(-1);
  const [first, ...rest] = added;
  if (last?.type !== 'text' || first?.type !== 'text') return [...before, ...added];
  return [...before.slice(0, -1), { type: 'text', text: last.text + first.text }, ...rest];
}

function checked(artifacts: RemoteArtifact[]): RemoteArtifact[] {
  const count = artifacts.reduce((sum, { parts }) => sum + 1 + parts.length, 0);
  if (count <= MOST_ARTIFACT_PARTS) return artifacts;
  throw new CallFailed('broken', 'too_many_parts', { limit: MOST_ARTIFACT_PARTS });
}

export function toParts(parts: readonly WirePart[] | undefined): Part[] {
  return (parts ?? []).flatMap(toPart);
}

function toPart({ content, filename, mediaType }: WirePart): Part[] {
  const file = { ...(filename ? { name: filename } : {}), ...(mediaType ? { mimeType: mediaType } : {}) };
  switch (content?.$case) {
    case 'text':
      return [{ type: 'text', text: content.value }];
    case 'raw':
      return [{ type: 'file', file: { ...file, bytes: Buffer.from(content.value).toString('base64') } }];
    case 'url':
      return [{ type: 'file', file: { ...file, ...addressIn(content.value) } }];
    case 'data':
      return [{ type: 'data', data: content.value ?? null }];
    default:
      return [];
  }
}

/** Only an address on the web. An outside agent cannot name files that lie here. */
function addressIn(url: string): { readonly uri?: string } {
  return /^https?:\/\//i.test(url) && url.length <= LONGEST_URL ? { uri: url } : {};
}

/** A file that lies here would mean nothing to the agent, so only its content or an address on the web is sent. */
export function toWireParts(parts: readonly Part[]): WirePart[] {
  return parts.map((part): WirePart => {
    if (part.type === 'text') return wirePart({ $case: 'text', value: part.text });
    if (part.type === 'data') return wirePart({ $case: 'data', value: part.data });
    const { bytes, uri, name, mimeType } = part.file as Record<string, string | undefined>;
    const named = { filename: name ?? '', mediaType: mimeType ?? '' };
    if (bytes !== undefined) return { ...wirePart({ $case: 'raw', value: Buffer.from(bytes, 'base64') }), ...named };
    return { ...wirePart({ $case: 'url', value: uri ?? '' }), ...named };
  });
}

function wirePart(content: WirePart['content']): WirePart {
  return { content, metadata: undefined, filename: '', mediaType: '' };
}

const ROLE_AGENT: Message['role'] = 2;

function stateOf(state: number | undefined): TaskState {
  return STATES[state ?? 0] ?? 'working';
}

function keyOf(status: Task['status']): string {
  return status?.message?.messageId || status?.timestamp || JSON.stringify(status?.message?.parts ?? []).slice(0, 200);
}

function toArtifact({ artifactId, name, parts }: Artifact): RemoteArtifact {
  // A file without a name has that of its artifact.
  const named = (parts ?? []).map((part) => (part.filename || !name ? part : { ...part, filename: name }));
  return { id: String(artifactId ?? ''), parts: toParts(named) };
}
