/** Reads what other hosts have committed: wakes whom it concerns here, and writes what their agents said. */
import type { Commit } from './change.js';
import type { Changes } from './changes.js';
import type { ChatFiles } from './chat/chat-files.js';

export interface NewsParts {
  readonly changes: Changes;
  readonly files: ChatFiles;
  /** Does what follows from it on this host. */
  readonly onNews: (commits: readonly Commit[]) => void;
  readonly onTrouble: (what: string, reason: string) => void;
}

export class NewsOfHosts {
  readonly #parts: NewsParts;
  #isReading = false;
  #hasMore = false;
  #isClosed = false;

  constructor(parts: NewsParts) {
    this.#parts = parts;
  }

  /** A call during another one makes that one read again. */
  async read(): Promise<void> {
    this.#hasMore = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#hasMore && !this.#isClosed) {
        this.#hasMore = false;
        await this.#readOnce();
      }
    } catch (error) {
      if (!this.#isClosed) this.#parts.onTrouble('news', (error as Error).message);
    } finally {
      this.#isReading = false;
    }
  }

  close(): void {
    this.#isClosed = true;
  }

  async #readOnce(): Promise<void> {
    const { changes, files, onNews } = this.#parts;
    const commits = await changes.read();
    if (commits.length === 0) return;
    onNews(commits);
    // The host that has the folder of a project writes what agents on other hosts said.
    const chats = commits.flatMap((commit) => commit.changes).filter(({ topic }) => topic === 'chat');
    if (chats.length > 0) await files.complete(chats);
  }
}
