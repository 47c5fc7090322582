/** What the team store needs from a database engine. Everything that differs between engines is behind this interface. */
import type { Dialect } from 'kysely';

/** Watching what other hosts change. */
export interface Watch {
  readonly hostName: string;
  /**
   * Something may have changed; `isNew` if this process has just begun to listen. Resolves with the last commit that is done
   * with then; null if something failed.
   */
  readonly onNews: (news: { readonly isNew: boolean }) => Promise<number | null>;
  readonly onTrouble: (reason: string) => void;
}

export interface Engine {
  /** Its name in messages: a file, or an address without the password. */
  readonly name: string;
  readonly dialect: Dialect;
  /** Whether several hosts may use it. */
  readonly isShared: boolean;
  /** The host of this process; null if there is only one. */
  readonly hostId: string | null;
  /** How long to retry after such a failure. */
  patienceMs(error: unknown): number;
  /** Whether another process holds a lock or the server is out of reach, so that a retry will help. */
  isBusy(error: unknown): boolean;
  /** What to say when retrying did not help. */
  busyError(error: unknown): Error;
  /** Whether a unique index refused a row. */
  isConflict(error: unknown): boolean;
  /** Translates a failure of the engine into an error of the catalogue. Returns any other error unchanged. */
  explain(error: unknown): unknown;
  /** A number that changes with every commit of another process. */
  changeMark(): number;
  /** Whether some daemon of this host hears of every commit and tells the others, so that nobody else need look. */
  tellsOfChanges(): boolean;
  /** Calls with every write of any process, a moment before it can be read. Null if nobody says so. */
  watchWrites(onWrite: () => void): (() => void) | null;
  /** Gives some of the space of deleted rows back to the disk. False when there is nothing more to give. */
  releasePages(): boolean;
  /** Empties the log of the store if nobody has written to it for a while. False if others are using it. */
  tidyIfIdle(now: number): boolean;
  /** Keeps this host known to the others and listens to them, if several hosts share the store. Returns how to stop. */
  watchOthers(watch: Watch): () => void;
  /** How far the clock of the store is ahead of ours. */
  clockAheadMs(): number;
  /** How many statements this process has run on the shared store. */
  statementCount(): number;
}
