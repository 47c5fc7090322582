/**
 * Whether the model was asked with a message in the conversation. That a message is stored proves nothing: an interrupt
 * or a kill can leave it there unread.
 */
import type { MessageInfo, ServerEvent, StoredMessage } from './wire.js';

/** The ids of a message of ours. */
export interface Watched {
  readonly session: string;
  readonly message: string;
  readonly part: string;
}

/**
 * posted: not seen in the store yet · stored: waits for the next step of the agent's work; `hasEnded` if that work ended
 * without one · begun: a step has begun that reads the conversation with it · asked: the model is being asked in it.
 * `latest` is the latest answer that is known, so that news of that one is not taken for the next.
 */
export type Progress =
  | { readonly type: 'posted'; readonly latest: string | null }
  | { readonly type: 'stored'; readonly latest: string | null; readonly hasEnded: boolean }
  | { readonly type: 'begun'; readonly latest: string | null }
  | { readonly type: 'asked'; readonly latest: string }
  | { readonly type: 'read'; readonly latest: string };

export const POSTED: Progress = { type: 'posted', latest: null };

export function advance(progress: Progress, event: ServerEvent, watched: Watched): Progress {
  if (event.type === 'status' && event.session === watched.session) return afterStatus(progress, event.isBusy);
  if (event.type === 'message' && event.message.session === watched.session)
    return afterMessage(progress, event.message);
  if (event.type !== 'part') return progress;
  const { part } = event;
  if (progress.type === 'posted' && part.id === watched.part) return stored(progress.latest, false);
  const isBeginning = part.type === STEP_START && part.message === progress.latest;
  return progress.type === 'asked' && isBeginning ? { type: 'read', latest: progress.latest } : progress;
}

/** The part that opencode adds when the model begins to answer. */
const STEP_START = 'step-start';

/** At the top of every step opencode says that it is busy, reads the conversation, then adds an empty answer to it. */
function afterStatus(progress: Progress, isBusy: boolean): Progress {
  if (progress.type === 'posted' || progress.type === 'read') return progress;
  if (!isBusy) return stored(progress.latest, true);
  return progress.type === 'stored' ? { type: 'begun', latest: progress.latest } : progress;
}

function afterMessage(progress: Progress, { id, role, isDone, isSummary }: MessageInfo): Progress {
  if (role !== 'assistant' || progress.type === 'read' || id === progress.latest) return progress;
  const isTurn = (progress.type === 'begun' || progress.type === 'asked') && !isDone && !isSummary;
  return isTurn ? { type: 'asked', latest: id } : { ...progress, latest: id };
}

function stored(latest: string | null, hasEnded: boolean): Progress {
  return { type: 'stored', latest, hasEnded };
}

/**
 * The same from what is stored: an answer that the model began, to this message or to a later one. `page` is the end of
 * the conversation, in order.
 */
export function wasRead(message: MessageInfo, page: readonly StoredMessage[]): boolean {
  const begins = page.some(({ id }) => id === message.id) ? null : page[0];
  return page.some((answer) => {
    const isAnswer = answer.role === 'assistant' && !answer.isSummary;
    if (!isAnswer || !answer.parts.some(({ type }) => type === STEP_START)) return false;
    const parent = page.find(({ id }) => id === answer.parent);
    if (parent) return parent.id === message.id || isAfter(parent, message);
    return begins !== null && begins !== undefined && isAfter(begins, message);
  });
}

function isAfter(one: MessageInfo, other: MessageInfo): boolean {
  return one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;
}
