/** A session of a team as commands show it. Imports little, because the quick commands print it too. */
import { LABELS } from '../../i18n/said/labels.js';
import { told } from '../../i18n/told.js';
import type { LiveEntry, TerminalEntry } from '../../registry/entry.js';
import type { WaitingWork } from './waiting-work.js';

export interface SessionJson {
  readonly agent_id: string;
  readonly project_id: string;
  readonly purpose: 'task' | 'chat';
  /** The process it belongs to: `pid/start`. */
  readonly holder: string | null;
  readonly since: string;
  readonly task_id: string | null;
  readonly task_title: string | null;
  readonly partners: readonly string[];
  readonly about: string | null;
}

export interface TeamSessions {
  readonly sessions: readonly SessionJson[];
  readonly waiting: readonly WaitingWork[];
}

export const NO_SESSIONS: TeamSessions = { sessions: [], waiting: [] };

/** The session in one terminal of this agent. */
export function sessionIn(
  { id, pid, startTime }: LiveEntry,
  { purpose, project }: Pick<TerminalEntry, 'purpose' | 'project'>,
  { sessions }: TeamSessions,
): SessionJson | null {
  const fits = (session: SessionJson) =>
    session.agent_id === id &&
    session.project_id === project &&
    session.purpose === purpose &&
    ofProcess(session.holder) === `${pid}/${startTime}`;
  return sessions.find(fits) ?? null;
}

const MOST_CHARACTERS = 60;

/** `task: Write the notes`, `chat with worker-b: shiritori`. */
export function describeSession({ purpose, task_title, partners, about }: SessionJson): string {
  if (purpose === 'task') return task_title === null ? told(LABELS.idle) : `task: ${short(task_title)}`;
  const people = partners.length === 0 ? told(LABELS.chat) : told(LABELS.chat_with, { partners });
  return about === null ? people : `${people}: ${short(about)}`;
}

/** One line, without anything that could act on a terminal. */
function short(text: string): string {
  const line = [...text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()];
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS - 1).join('')}…` : line.join('');
}

/** In a store that several hosts share, the host comes first. */
function ofProcess(holder: string | null): string | null {
  return holder?.slice(holder.indexOf('@') + 1) ?? null;
}
