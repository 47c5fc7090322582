/** The terminal of a task session: types its work and its agent's notifications, each once. */
import type { Say } from '../../i18n.js';
import type { Log } from '../../log.js';
import type { Member } from '../../team/people/agents.js';
import type { Team } from '../../team/team.js';
import { ALL_TYPES, isToldByWork, type Notification, unread } from '../../team/work/notifications.js';
import { bindSession, workOf } from '../../team/work/session-work.js';
import { findWorkTask } from '../../team/work/work-tasks.js';
import type { TeamInbox } from '../mail/incoming/inbox.js';
import type { ExecutionRecorder } from './execution-recorder.js';
import { aboutTask } from './first-message.js';
import type { ProgramSession } from './program-session.js';
import { envelopeOf, noticeEnvelope } from './typed-notice.js';

interface TaskTerminalParts {
  readonly team: Team;
  readonly member: Member;
  readonly inbox: TeamInbox;
  readonly log: Log;
  readonly recorder: ExecutionRecorder;
  readonly session: ProgramSession;
  readonly say: Say;
}

const TRY_AGAIN_MS = 1_000;

export class TaskTerminal {
  readonly #parts: TaskTerminalParts;
  /** Typing does not mark notifications as read; the agent's next tool call returns them too. */
  readonly #typed = new Set<string>();
  #told: { readonly taskId: string; readonly at: number } | null = null;
  #unsubscribe: () => void = () => {};
  #isBusy = false;
  #again = false;
  #hasEnded = false;

  constructor(parts: TaskTerminalParts) {
    this.#parts = parts;
  }

  start(): void {
    const { team, member } = this.#parts;
    this.#unsubscribe = team.changes.watch(member, () => void this.#look());
    void this.#look();
  }

  end(): void {
    this.#hasEnded = true;
    this.#unsubscribe();
  }

  /** Nothing to pause: a session that has reported gets no other work. */
  async pauseIntake(): Promise<void> {}

  resumeIntake(): void {}

  async #look(): Promise<void> {
    this.#again = true;
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (this.#again && !this.#hasEnded) {
      this.#again = false;
      try {
        await this.#takeUp();
        await this.#parts.recorder.look();
        await this.#typeNew();
      } catch (error) {
        if (this.#hasEnded) break;
        this.#parts.log.error('notices', { reason: (error as Error).message });
        setTimeout(() => void this.#look(), TRY_AGAIN_MS).unref();
      }
    }
    this.#isBusy = false;
  }

  /** Gives work in progress to this terminal if it has none, and binds its session to it. */
  async #takeUp(): Promise<void> {
    const { team, member, session, recorder } = this.#parts;
    const known = await session.current();
    const isBack = known === null && (await session.regain());
    const current = isBack ? await session.current() : known;
    const work = await team.store.read((db) => workOf(db, current ?? { ...member, taskId: null }));
    if (!work || (!current && !((await this.#isNews(work.taskId)) && (await session.renew())))) return;
    const open = current ?? (await session.current());
    if (!open || (session.isForOneWork && open.taskId !== null && open.taskId !== work.taskId)) return;
    if (open.taskId !== work.taskId) await team.change((tx) => bindSession(tx, open.id, work.taskId));
    await recorder.look();
    // The program has been at it all the time.
    if (isBack && this.#told?.taskId === work.taskId) this.#typed.add(`${work.taskId}-${open.id}`);
    await this.#typeWork(work.taskId, open.id);
  }

  /** A program that logged out without a report gets the same task again only if somebody restarts the task. */
  async #isNews(taskId: string): Promise<boolean> {
    if (this.#told?.taskId !== taskId) return true;
    const task = await this.#parts.team.store.read((db) => findWorkTask(db, taskId));
    return task !== null && task.updatedAt > this.#told.at;
  }

  /** Types the work once per session; a new session after a crash does not know it. */
  async #typeWork(taskId: string, sessionId: string): Promise<void> {
    const { team, member, inbox } = this.#parts;
    const id = `${taskId}-${sessionId}`;
    if (this.#typed.has(id)) return;
    const at = team.clock.now();
    const text = await team.store.read((db) => aboutTask(db, member, taskId, this.#parts.say));
    if (text === null) return;
    await inbox.receiveFromTeam(
      envelopeOf(member.projectId, { id, senderId: member.agentId, text, conversationId: null }),
    );
    this.#typed.add(id);
    this.#told = { taskId, at };
  }

  /** The work is typed once, so a restart after that is news. */
  #isTold(notice: Notification): boolean {
    if (this.#told === null || notice.createdAt > this.#told.at) return false;
    return isToldByWork(notice, { taskId: this.#told.taskId, since: this.#told.at });
  }

  async #typeNew(): Promise<void> {
    const { team, member, inbox, session } = this.#parts;
    for (const notice of await team.store.read((db) => unread(db, member, ALL_TYPES))) {
      if (this.#typed.has(notice.id) || this.#isTold(notice)) continue;
      // The program can do what the notice says only with a session, and reporting the block has ended its own.
      if (notice.action === 'wait_over' && !(await session.current())) await session.renew();
      await inbox.receiveFromTeam(noticeEnvelope(notice, this.#parts.say, 'task'));
      this.#typed.add(notice.id);
    }
  }
}
