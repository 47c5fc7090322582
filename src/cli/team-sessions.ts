/** Who is in which session and why, as the daemons of a team know it. Looking starts nobody. */
import { existsSync } from 'node:fs';
import { cleanText } from '../clean-text.js';
import { teamFile } from '../paths.js';
import { isSameProcess } from '../processes.js';
import type { LiveEntry } from '../registry/entry.js';
import type { WaitState } from '../team/waiting-work.js';
import type { Place } from './agents.js';

export interface SessionJson {
  readonly agent_id: string;
  readonly project_id: string;
  readonly purpose: 'task' | 'chat';
  /** The process it lives with: `pid/start`. */
  readonly holder: string | null;
  readonly since: string;
  readonly task_id: string | null;
  readonly task_title: string | null;
  readonly partners: readonly string[];
  readonly about: string | null;
}

/** A session that work waits for. */
export interface WaitingJson {
  readonly agent_id: string;
  readonly project_id: string;
  readonly purpose: 'task' | 'chat';
  /** The work. */
  readonly why: string;
  readonly state: WaitState;
  /** What went wrong last, or is in the way. */
  readonly reason: string | null;
  readonly attempts: number;
  readonly next_try_at: string | null;
}

export interface TeamSessions {
  readonly sessions: readonly SessionJson[];
  readonly waiting: readonly WaitingJson[];
}

export const NO_SESSIONS: TeamSessions = { sessions: [], waiting: [] };
/** Only an addition to what is shown: nobody waits for it long. */
const PATIENCE_MS = 1_500;

/** Asks any daemon that knows the team; nothing where there is none. */
export async function teamSessions({ home, registry }: Place): Promise<TeamSessions> {
  if (!existsSync(teamFile(home))) return NO_SESSIONS;
  const knows = ({ kind, project, status }: LiveEntry) =>
    (kind === 'human' || project !== null) && status !== 'starting';
  for (const entry of registry.entries().filter((each) => knows(each) && isSameProcess(each))) {
    try {
      const { callDaemon } = await import('../a2a/local.js');
      return (await callDaemon(entry, home, { path: '/sessions', timeoutMs: PATIENCE_MS })) as TeamSessions;
    } catch {
      // It is just ending, or hangs; another one may know.
    }
  }
  return NO_SESSIONS;
}

/** The session that lives in this agent's terminal. */
export function sessionIn(live: LiveEntry | null, { sessions }: TeamSessions): SessionJson | null {
  if (!live) return null;
  return sessions.find(({ holder }) => holder === `${live.pid}/${live.startTime}`) ?? null;
}

const MOST_CHARACTERS = 60;

/** `task: Write the notes`, `chat with worker-b: shiritori`. */
export function describeSession({ purpose, task_title, partners, about }: SessionJson): string {
  if (purpose === 'task') return task_title === null ? 'task: nothing to do' : `task: ${short(task_title)}`;
  const people = partners.length === 0 ? 'chat' : `chat with ${partners.join(', ')}`;
  return about === null ? people : `${people}: ${short(about)}`;
}

/** `waits for a chat session: message from mia (its turn comes)`. */
export function describeWaiting({ purpose, why, state, reason, attempts }: WaitingJson): string {
  const last = reason === null ? '' : `: ${short(reason)}`;
  const because: Readonly<Record<WaitState, string>> = {
    starting: 'starting',
    queued: 'its turn comes',
    pausing: `failed ${attempts} times, tried again soon${last}`,
    given_up: `given up after ${attempts} failures${last}`,
    paused: 'the agent is paused',
    project_inactive: 'the project is down',
    not_startable: reason ?? 'nobody starts it',
  };
  return `waits for a ${purpose} session: ${short(why)} (${because[state]})`;
}

function short(text: string): string {
  const line = [...cleanText(text).replace(/\s+/g, ' ').trim()];
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS - 1).join('')}…` : line.join('');
}
