/** What opencode's server says, reduced to what the door needs. Anything unexpected is null, never an error. */

export interface SessionInfo {
  readonly id: string;
  /** A subagent's session has one. */
  readonly parent: string | null;
  readonly title: string;
  readonly agent: string | null;
  readonly model: Model | null;
  readonly updatedAt: number;
}

interface Model {
  readonly providerID: string;
  readonly modelID: string;
  readonly variant: string | null;
}

export interface MessageInfo {
  readonly id: string;
  readonly session: string;
  readonly role: 'user' | 'assistant';
  /** Of an answer: the last message of the user that it answers. */
  readonly parent: string | null;
  readonly createdAt: number;
  readonly isDone: boolean;
  /** Written by a compaction, which reads the conversation to shorten it. */
  readonly isSummary: boolean;
}

interface PartInfo {
  readonly id: string;
  readonly message: string;
  readonly session: string;
  readonly type: string;
}

export interface StoredMessage extends MessageInfo {
  readonly parts: readonly PartInfo[];
}

/** An open question: for a permission, or of the agent itself. */
export interface Question {
  readonly id: string;
  readonly session: string;
  readonly tool: string;
  readonly command: string;
}

export type ServerEvent =
  | { readonly type: 'session'; readonly session: SessionInfo }
  | { readonly type: 'deleted'; readonly session: string }
  | { readonly type: 'selected'; readonly session: string }
  | { readonly type: 'status'; readonly session: string; readonly isBusy: boolean }
  | { readonly type: 'message'; readonly message: MessageInfo }
  | { readonly type: 'part'; readonly part: PartInfo }
  | { readonly type: 'asked'; readonly question: Question }
  | { readonly type: 'answered'; readonly question: string };

export function eventOf(data: string): ServerEvent | null {
  const event = recordOf(parsed(data));
  const facts = recordOf(event.properties);
  const found = READERS[text(event.type)]?.(facts) ?? null;
  return found;
}

const READERS: Readonly<Record<string, (facts: Facts) => ServerEvent | null>> = {
  'session.created': sessionEvent,
  'session.updated': sessionEvent,
  'session.deleted': (facts) => withId(text(recordOf(facts.info).id), (session) => ({ type: 'deleted', session })),
  'session.status': (facts) =>
    withId(text(facts.sessionID), (session) => ({ type: 'status', session, isBusy: isBusy(facts.status) })),
  'session.idle': (facts) => withId(text(facts.sessionID), (session) => ({ type: 'status', session, isBusy: false })),
  'tui.session.select': (facts) => withId(text(facts.sessionID), (session) => ({ type: 'selected', session })),
  'message.updated': (facts) => {
    const message = messageOf(facts.info);
    return message && { type: 'message', message };
  },
  'message.part.updated': (facts) => {
    const part = partOf(facts.part);
    return part && { type: 'part', part };
  },
  'permission.asked': askedEvent,
  'question.asked': askedEvent,
  'permission.replied': answeredEvent,
  'question.replied': answeredEvent,
  'question.rejected': answeredEvent,
};

export function sessionOf(value: unknown): SessionInfo | null {
  const { id, parentID, title, agent, model, time } = recordOf(value);
  if (!text(id).startsWith('ses')) return null;
  const updatedAt = number(recordOf(time).updated);
  const parent = text(parentID) || null;
  return { id: text(id), parent, title: text(title), agent: text(agent) || null, model: modelOf(model), updatedAt };
}

export function storedOf(value: unknown): StoredMessage | null {
  const { info, parts } = recordOf(value);
  const message = messageOf(info);
  return message && { ...message, parts: listOf(parts, partOf) };
}

export function questionOf(value: unknown): Question | null {
  const { id, sessionID, permission, metadata, patterns, questions } = recordOf(value);
  if (!text(id) || !text(sessionID)) return null;
  const base = { id: text(id), session: text(sessionID) };
  if (Array.isArray(questions)) {
    return { ...base, tool: 'question', command: text(recordOf(questions[0]).question) };
  }
  const { command, filepath } = recordOf(metadata);
  const asked = text(command) || text(filepath) || listOf(patterns, (each) => text(each) || null).join(' ');
  return { ...base, tool: text(permission), command: asked };
}

/** The sessions that work, from the answer to `GET /session/status`. */
export function busyOf(value: unknown): readonly string[] {
  return Object.entries(recordOf(value)).flatMap(([session, status]) => (isBusy(status) ? [session] : []));
}

/** The names of the agents that a person can choose, from the answer to `GET /agent`. */
export function agentOf(value: unknown): string | null {
  const { name, mode, hidden } = recordOf(value);
  return mode === 'subagent' || hidden === true ? null : text(name) || null;
}

export function listOf<T>(value: unknown, read: (item: unknown) => T | null): readonly T[] {
  return Array.isArray(value) ? value.flatMap((item) => read(item) ?? []) : [];
}

function messageOf(value: unknown): MessageInfo | null {
  const { id, sessionID, role, parentID, time, summary } = recordOf(value);
  if (!text(id) || !text(sessionID) || (role !== 'user' && role !== 'assistant')) return null;
  const { created, completed } = recordOf(time);
  return {
    id: text(id),
    session: text(sessionID),
    role,
    parent: text(parentID) || null,
    createdAt: number(created),
    isDone: completed !== undefined,
    isSummary: summary === true,
  };
}

function partOf(value: unknown): PartInfo | null {
  const { id, messageID, sessionID, type } = recordOf(value);
  if (!text(id) || !text(messageID)) return null;
  return { id: text(id), message: text(messageID), session: text(sessionID), type: text(type) };
}

function modelOf(value: unknown): Model | null {
  const { id, providerID, variant } = recordOf(value);
  if (!text(id) || !text(providerID)) return null;
  return {
    modelID: text(id),
    providerID: text(providerID),
    variant: text(variant) === 'default' ? null : text(variant) || null,
  };
}

function sessionEvent(facts: Facts): ServerEvent | null {
  const session = sessionOf(facts.info);
  return session && { type: 'session', session };
}

function askedEvent(facts: Facts): ServerEvent | null {
  const question = questionOf(facts);
  return question && { type: 'asked', question };
}

function answeredEvent(facts: Facts): ServerEvent | null {
  return withId(text(facts.requestID), (question) => ({ type: 'answered', question }));
}

function withId(id: string, make: (id: string) => ServerEvent): ServerEvent | null {
  return id === '' ? null : make(id);
}

/** `retry` waits for the next attempt to reach the model. */
function isBusy(status: unknown): boolean {
  return ['busy', 'retry'].includes(text(recordOf(status).type));
}

type Facts = Readonly<Record<string, unknown>>;

function recordOf(value: unknown): Facts {
  return typeof value === 'object' && value !== null ? (value as Facts) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
