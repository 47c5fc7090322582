/** Reads what other hosts have committed: wakes whom it concerns here, and does for them what only this host can do. */
import { ANYTHING, type Change, type Commit } from './change.js';
import type { Changes } from './changes.js';
import type { ChatFiles } from './chat/chat-files.js';
import type { LogRequests } from './executions/log-requests.js';
import type { LoggedCommit } from './store/change-log.js';

export interface NewsParts {
  readonly source: { commitsAfter(seq: number): Promise<readonly LoggedCommit[]> };
  readonly hostId: string | null;
  /** Everything up to this commit was there before. */
  readonly seenSeq: number;
  readonly changes: Changes;
  readonly files: ChatFiles;
  readonly logs: LogRequests;
  /** Tells the daemons of this host. */
  readonly onNews: (commits: readonly Commit[]) => void;
  /** Other hosts have changed something, from which work on this one may follow. */
  readonly onWork: () => void;
  readonly onTrouble: (what: string, reason: string) => void;
}

/** Nobody else may say soon that there is something to do. */
const TRY_AGAIN_MS = 2_000;
/** More are told again, which does no harm. */
const MOST_KNOWN = 1_000;

export class NewsOfHosts {
  readonly #parts: NewsParts;
  /** Up to here, everything has been done. Others of this process read the log as well, so it keeps its own place in it. */
  #doneSeq: number;
  /** Later commits of this host, of which everybody here was told at once. */
  readonly #ours = new Set<number>();
  #again: NodeJS.Timeout | null = null;
  #reading: Promise<number | null> | null = null;
  #hasMore = false;
  /** Whether this process has just begun to listen, and another one may have ended in the middle of this. */
  #isNew = false;
  #isClosed = false;

  constructor(parts: NewsParts) {
    this.#parts = parts;
    this.#doneSeq = parts.seenSeq;
  }

  /** These were committed on this host. */
  expect(commits: readonly Commit[]): void {
    if (this.#ours.size > MOST_KNOWN) this.#ours.clear();
    for (const { seq } of commits) if (seq > this.#doneSeq) this.#ours.add(seq);
  }

  /** A call during another one makes that one read again. Resolves with the last commit that is done with; null if something failed. */
  read({ isNew }: { readonly isNew: boolean }): Promise<number | null> {
    this.#hasMore = true;
    this.#isNew ||= isNew;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  close(): void {
    this.#isClosed = true;
    if (this.#again) clearTimeout(this.#again);
  }

  async #readAll(): Promise<number | null> {
    try {
      while (this.#hasMore && !this.#isClosed) {
        this.#hasMore = false;
        await this.#readOnce();
      }
      return this.#doneSeq;
    } catch (error) {
      if (this.#isClosed) return null;
      this.#parts.onTrouble('news', (error as Error).message);
      this.#again ??= setTimeout(() => {
        this.#again = null;
        void this.read({ isNew: false });
      }, TRY_AGAIN_MS).unref();
      return null;
    }
  }

  async #readOnce(): Promise<void> {
    const { source, hostId, changes, logs, onNews, onWork } = this.#parts;
    const commits = await source.commitsAfter(this.#doneSeq);
    const isNew = this.#isNew;
    const news = commits.filter(({ seq }) => isNew || !this.#ours.has(seq));
    if (news.length > 0) {
      changes.notice(news);
      onNews(news);
    }
    // A daemon of this host did what follows from its own commit, or the next round does.
    const work = news.filter(({ host }) => isNew || host === null || host !== hostId);
    if (work.length > 0) onWork();
    await this.#writeChat(isNew ? ANYTHING : work.flatMap((commit) => commit.changes));
    // Somebody who waits for a log asks once, perhaps before this process listened.
    if (isNew || work.length > 0) await logs.answer();
    // Not earlier, so that what has failed is done the next time.
    if (isNew) this.#isNew = false;
    this.#doneSeq = Math.max(this.#doneSeq, commits.at(-1)?.seq ?? 0);
    for (const seq of this.#ours) if (seq <= this.#doneSeq) this.#ours.delete(seq);
  }

  /** The host that has the folder of a project writes what agents on other hosts said. */
  async #writeChat(changes: readonly Change[]): Promise<void> {
    const chats = changes.filter(({ topic }) => topic === 'chat');
    if (chats.length > 0) await this.#parts.files.complete(chats);
  }
}
