/** Closes a session that started itself when it has nothing left to do and has been idle for a while. */

import { partnerOf } from '../../team/chat/conversation.js';
import { conversationsOf } from '../../team/chat/conversation-reads.js';
import { unansweredMessages } from '../../team/chat/handing-out.js';
import type { Member } from '../../team/people/agents.js';
import { liveSession } from '../../team/sessions/live-sessions.js';
import type { Session } from '../../team/sessions/session.js';
import { wantedByAgent } from '../../team/sessions/wanted-sessions.js';
import type { Db } from '../../team/store/schema.js';
import type { Team } from '../../team/team.js';
import { hasWaitedFor } from '../../team/work/delegation-ends.js';
import { findWorkTask } from '../../team/work/work-tasks.js';
import type { ProgramSession } from './program-session.js';

export interface CloserParts {
  readonly team: Team;
  readonly member: Member;
  readonly session: ProgramSession;
  /** Gives new messages to the program of the session. */
  readonly terminal: { pauseIntake(): Promise<void>; resumeIntake(): void };
  /** Whether work is waiting that could begin in the place of this session. */
  readonly isNeeded: () => Promise<boolean>;
  /** Gives up the place for such work. False if there is none any more, or another session was faster. */
  readonly giveWay: () => Promise<boolean>;
  /** Whether the program has messages still to read. The team counts them as handed out, so nobody would type them later. */
  readonly hasMail: () => boolean;
  /** Whether it waits for the answer to a request that it sent. */
  readonly hasOpenRequest: () => boolean;
  /** Whether the program works, according to its screen. */
  readonly isBusy: () => boolean;
  /** Whether a person is attached and may be about to type. */
  readonly isWatched: () => boolean;
  readonly close: (reason: string) => void;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * `over`: it has ended itself. `done`: nothing is waiting for it. `asked`: a person may be waiting for an answer. `waits`: it
 * can only wait for an agent without a session, which may get none because this one has the place. An answer restarts it.
 */
type SessionState = 'over' | 'done' | 'asked' | 'waits' | 'open';

const CHAT_IDLE_S = 600;
/** A task that was reassigned or changed by hand may still be talked about. */
const TASK_IDLE_MS = 30_000;
/** A program that has reported is told to exit, and usually does. */
const OVER_MS = 1_500;
const NEEDED_MS = 1_500;
const MOST_BUSY_MS = 60_000;
const LOOK_AGAIN_MS = 5_000;
/** Its partner may leave, which nobody else is told. */
const LOOK_SOON_MS = 1_000;
const SHORTEST_NAP_MS = 20;

const REASONS = {
  over: 'its work is done',
  idle: 'it was idle and nothing is waiting for it',
  waited: 'other work needed its place; an answer starts it again',
  asked: 'other work needed its place; the next message starts it again',
  done: 'other work needed its place, and nothing was waiting for it',
} as const;

export class SessionCloser {
  readonly #parts: CloserParts;
  readonly #chatIdleMs: number;
  #state: SessionState = 'open';
  #isNeeded = false;
  #since = performance.now();
  #timer: NodeJS.Timeout | null = null;
  #unsubscribe: () => void = () => {};
  #isLooking = false;
  /** Something changed during the look, which may not have seen it. */
  #isNews = false;
  #hasEnded = false;

  constructor(parts: CloserParts) {
    this.#parts = parts;
    const seconds = Number(parts.env.SYNAPSE_CHAT_IDLE_SECONDS);
    this.#chatIdleMs = (seconds > 0 ? seconds : CHAT_IDLE_S) * 1000;
  }

  start(): void {
    const { team, member } = this.#parts;
    this.#unsubscribe = team.changes.watch(member, () => void this.look());
    void this.look();
  }

  end(): void {
    this.#hasEnded = true;
    this.#unsubscribe();
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** Called when something was typed, said or printed. */
  noteActivity(): void {
    if (this.#state !== 'over') this.#since = performance.now();
  }

  async look(): Promise<void> {
    if (this.#isLooking) this.#isNews = true;
    if (this.#isLooking || this.#hasEnded) return;
    this.#isLooking = true;
    this.#isNews = false;
    let napMs = LOOK_AGAIN_MS;
    try {
      const state = await this.#stateNow();
      this.#isNeeded = await this.#parts.isNeeded();
      if (state !== this.#state || state === 'open') this.#since = performance.now();
      this.#state = state;
      napMs = state !== 'open' ? await this.#closeOrWait() : this.#isNeeded ? LOOK_SOON_MS : LOOK_AGAIN_MS;
    } catch {
      // The store is busy. The next look tries again.
    } finally {
      this.#isLooking = false;
    }
    if (this.#hasEnded) return;
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#isNews) napMs = SHORTEST_NAP_MS;
    this.#timer = setTimeout(() => void this.look(), Math.min(Math.max(napMs, SHORTEST_NAP_MS), LOOK_AGAIN_MS));
    this.#timer.unref();
  }

  /** How long to wait before the next look. */
  async #closeOrWait(): Promise<number> {
    const { terminal, isBusy, isWatched, close } = this.#parts;
    if (isWatched() || isBusy()) this.noteActivity();
    if (this.#leftMs() > 0) return this.#leftMs();
    if (isBusy() && this.#idleMs() < MOST_BUSY_MS) return LOOK_AGAIN_MS;
    // New messages must not go to a program that is about to end, so they wait for the next session.
    await terminal.pauseIntake();
    const isOpen = (await this.#stateNow()) === 'open' || this.#leftMs() > 0;
    const isEarly = this.#idleMs() < this.#limitMs(false);
    if (isOpen || (isEarly && !(await this.#parts.giveWay()))) {
      terminal.resumeIntake();
      return isOpen ? SHORTEST_NAP_MS : LOOK_SOON_MS;
    }
    this.end();
    close(isEarly ? this.#earlyReason : this.#state === 'over' ? REASONS.over : REASONS.idle);
    return LOOK_AGAIN_MS;
  }

  get #earlyReason(): string {
    if (this.#state === 'waits') return REASONS.waited;
    return this.#state === 'asked' ? REASONS.asked : REASONS.done;
  }

  #idleMs(): number {
    return performance.now() - this.#since;
  }

  #leftMs(): number {
    return this.#limitMs(this.#isNeeded) - this.#idleMs();
  }

  #limitMs(isNeeded: boolean): number {
    const { session } = this.#parts;
    if (this.#state === 'over') return OVER_MS;
    if (this.#state === 'waits') return isNeeded ? NEEDED_MS : Number.POSITIVE_INFINITY;
    const idleMs = session.purpose === 'chat' ? this.#chatIdleMs : TASK_IDLE_MS;
    return isNeeded ? Math.min(this.#state === 'asked' ? MOST_BUSY_MS : NEEDED_MS, idleMs) : idleMs;
  }

  async #stateNow(): Promise<SessionState> {
    const { team, member, session } = this.#parts;
    const current = await session.current();
    if (!current || current.isExitRequested) return 'over';
    if (this.#parts.hasMail() || this.#parts.hasOpenRequest()) return 'open';
    return team.look((db) => (session.purpose === 'chat' ? chatState(db, member) : taskState(db, member, current)));
  }
}

async function chatState(db: Db, member: Member): Promise<SessionState> {
  const { projectId, agentId } = member;
  const isWanted = (await wantedByAgent(db, member)).some(({ purpose }) => purpose === 'chat');
  if (isWanted || (await hasWaitedFor(db, member))) return 'open';
  const conversations = await conversationsOf(db, projectId, agentId);
  const open = conversations.filter(({ state }) => state === 'pending' || state === 'active');
  for (const conversation of open) {
    const partnerId = partnerOf(conversation, agentId);
    if (await liveSession(db, { projectId, agentId: partnerId, purpose: 'chat' })) return 'open';
  }
  if (open.length > 0) return 'waits';
  return (await unansweredMessages(db, member)).length > 0 ? 'asked' : 'done';
}

async function taskState(db: Db, { agentId }: Member, { taskId }: Session): Promise<SessionState> {
  const task = taskId === null ? null : await findWorkTask(db, taskId);
  return task?.status === 'in_progress' && task.assigneeId === agentId ? 'open' : 'done';
}
