/** Closes a session that started itself, once there is nothing left for it to do and it has been idle for a while. */
import type { Member } from '../team/chat-work.js';
import { conversationsOf } from '../team/conversation-reads.js';
import { hasWaitedFor } from '../team/delegation-ends.js';
import type { Session } from '../team/session.js';
import type { Db } from '../team/store/schema.js';
import type { Team } from '../team/team.js';
import { wantedByAgent } from '../team/wanted-sessions.js';
import { findWorkTask } from '../team/work-tasks.js';
import type { HeldSession } from './held-session.js';

export interface CloserParts {
  readonly team: Team;
  readonly member: Member;
  readonly session: HeldSession;
  /** Somebody waits for the place of this session. */
  readonly isCrowded: () => boolean;
  /** The program works, as far as its screen tells. */
  readonly isBusy: () => boolean;
  /** A person has attached to it, and may be about to type. */
  readonly isWatched: () => boolean;
  readonly close: () => void;
}

/** `over`: it has said so itself. `done`: nothing waits for it. */
type Rest = 'over' | 'done' | 'open';

const CHAT_IDLE_S = 600;
/** A task that was taken from the session, or moved on by hand, may still be talked about. */
const TASK_IDLE_MS = 30_000;
/** Who has reported is told to exit, and mostly does. */
const OVER_MS = 1_500;
const CROWDED_MS = 1_500;
const MOST_BUSY_MS = 60_000;
const LOOK_AGAIN_MS = 5_000;
const SHORTEST_NAP_MS = 20;

export class SessionCloser {
  readonly #parts: CloserParts;
  readonly #chatIdleMs: number;
  #rest: Rest = 'open';
  #since = performance.now();
  #timer: NodeJS.Timeout | null = null;
  #unsubscribe: () => void = () => {};
  #isLooking = false;
  #hasEnded = false;

  constructor(parts: CloserParts) {
    this.#parts = parts;
    const seconds = Number(process.env.SYNAPSE_CHAT_IDLE_SECONDS);
    this.#chatIdleMs = (seconds > 0 ? seconds : CHAT_IDLE_S) * 1000;
  }

  start(): void {
    this.#unsubscribe = this.#parts.team.changes.watch(() => void this.look());
    void this.look();
  }

  end(): void {
    this.#hasEnded = true;
    this.#unsubscribe();
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** Something was typed, said or printed. */
  noteActivity(): void {
    if (this.#rest !== 'over') this.#since = performance.now();
  }

  async look(): Promise<void> {
    if (this.#isLooking || this.#hasEnded) return;
    this.#isLooking = true;
    let napMs = LOOK_AGAIN_MS;
    try {
      const rest = await this.#restNow();
      if (rest !== this.#rest || rest === 'open') this.#since = performance.now();
      this.#rest = rest;
      if (rest !== 'open') napMs = await this.#closeOrWait();
    } catch {
      // The store is busy: there is another look.
    } finally {
      this.#isLooking = false;
    }
    if (this.#hasEnded) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), Math.min(Math.max(napMs, SHORTEST_NAP_MS), LOOK_AGAIN_MS));
    this.#timer.unref();
  }

  /** How long to wait before the next look. */
  async #closeOrWait(): Promise<number> {
    const { isBusy, isWatched, close } = this.#parts;
    if (isWatched()) this.noteActivity();
    const restedMs = performance.now() - this.#since;
    const leftMs = (await this.#limitMs()) - restedMs;
    if (leftMs > 0) return leftMs;
    if (isBusy() && restedMs < MOST_BUSY_MS) return LOOK_AGAIN_MS;
    this.end();
    close();
    return LOOK_AGAIN_MS;
  }

  async #limitMs(): Promise<number> {
    const { session, isCrowded } = this.#parts;
    if (this.#rest === 'over') return OVER_MS;
    const idleMs = session.purpose === 'chat' ? this.#chatIdleMs : TASK_IDLE_MS;
    return isCrowded() ? Math.min(CROWDED_MS, idleMs) : idleMs;
  }

  async #restNow(): Promise<Rest> {
    const { team, member, session } = this.#parts;
    const current = await session.current();
    if (!current || current.isExitRequested) return 'over';
    const isOpen = await team.look((db) =>
      session.purpose === 'chat' ? hasOpenChat(db, member) : hasOpenTask(db, member, current),
    );
    return isOpen ? 'open' : 'done';
  }
}

async function hasOpenChat(db: Db, member: Member): Promise<boolean> {
  const isWanted = (await wantedByAgent(db, member)).some(({ purpose }) => purpose === 'chat');
  if (isWanted || (await hasWaitedFor(db, member))) return true;
  const conversations = await conversationsOf(db, member.projectId, member.agentId);
  return conversations.some(({ state }) => state === 'pending' || state === 'active');
}

async function hasOpenTask(db: Db, { agentId }: Member, { taskId }: Session): Promise<boolean> {
  const task = taskId === null ? null : await findWorkTask(db, taskId);
  return task?.status === 'in_progress' && task.assigneeId === agentId;
}
