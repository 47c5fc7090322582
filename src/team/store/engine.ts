/** What the team store needs from a database engine. Everything that differs between engines is behind this interface. */
import type { Dialect } from 'kysely';

export interface Engine {
  /** Its name in messages: a file, or an address without the password. */
  readonly name: string;
  readonly dialect: Dialect;
  /** Whether another process holds a lock, so that a retry will help. */
  isBusy(error: unknown): boolean;
  /** Whether a unique index refused a row. */
  isConflict(error: unknown): boolean;
  /** Translates a failure of the engine into an error of the catalogue. Returns any other error unchanged. */
  explain(error: unknown): unknown;
  /** A number that changes with every commit of another process. */
  changeMark(): number;
  /** Shrinks the store if nobody has written to it for a while. False if others are using it. */
  tidyIfIdle(now: number): boolean;
  /** How many statements this process has run on the shared store. */
  statementCount(): number;
}
