/** The terminal of a task session: what its agent has to know of is typed in, each once. */
import type { Log } from '../log.js';
import type { Member } from '../team/chat-work.js';
import { ALL_TYPES, unread } from '../team/notification.js';
import type { Team } from '../team/team.js';
import type { ExecutionRecorder } from './execution-recorder.js';
import type { Inbox } from './inbox.js';
import { noticeEnvelope } from './letter.js';

interface TaskTerminalParts {
  readonly team: Team;
  readonly member: Member;
  readonly inbox: Inbox;
  readonly log: Log;
  readonly recorder: ExecutionRecorder;
}

const TRY_AGAIN_MS = 1_000;

export class TaskTerminal {
  readonly #parts: TaskTerminalParts;
  /** Typing does not mark them as read: the agent's next tool call tells them as well. */
  readonly #typed = new Set<string>();
  #unsubscribe: () => void = () => {};
  #isBusy = false;
  #again = false;
  #hasEnded = false;

  constructor(parts: TaskTerminalParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#unsubscribe = this.#parts.team.changes.watch(() => void this.#look());
    void this.#look();
  }

  end(): void {
    this.#hasEnded = true;
    this.#unsubscribe();
  }

  async #look(): Promise<void> {
    this.#again = true;
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (this.#again && !this.#hasEnded) {
      this.#again = false;
      try {
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

  async #typeNew(): Promise<void> {
    const { team, member, inbox } = this.#parts;
    for (const notice of await team.store.read((db) => unread(db, member, ALL_TYPES))) {
      if (this.#typed.has(notice.id)) continue;
      await inbox.receiveOwn(noticeEnvelope(notice));
      this.#typed.add(notice.id);
    }
  }
}
