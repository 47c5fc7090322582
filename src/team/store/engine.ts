/** What the team store asks of a database engine; everything that differs between engines stands behind this. */
import type { Dialect } from 'kysely';

export interface Engine {
  /** How it is named in messages: a file, or an address without its password. */
  readonly name: string;
  readonly dialect: Dialect;
  /** Another process holds what this one needs: trying again will do. */
  isBusy(error: unknown): boolean;
  /** A unique index refused a row. */
  isConflict(error: unknown): boolean;
  /** A failure of the engine as one of the catalogue; any other error stays what it is. */
  explain(error: unknown): unknown;
  /** A number that is another one after every commit of another process. */
  changeMark(): number;
  /** Makes the store small where nobody has written to it for a while; false where others are just using it. */
  tidyIfIdle(now: number): boolean;
  /** How many statements this process has run: what it costs the others that share the store. */
  statementCount(): number;
}
