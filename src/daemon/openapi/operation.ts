/** How a route is described: what it takes, what it answers, and which errors it has of its own. */
import type { ErrorCode } from '../../errors.js';
import type { Access } from '../http/route.js';
import type { Schema } from './schema.js';

export interface Operation {
  readonly access: Access;
  readonly summary: string;
  /** What the summary cannot say, such as a page to read. */
  readonly details?: string;
  readonly query?: Readonly<Record<string, Schema>>;
  /** The JSON body; absent if the request has none. */
  readonly body?: Schema;
  /** Null if it only ever refuses. */
  readonly answer: Schema | Streamed | Switched | 'empty' | null;
  /** Besides those that every route of its access class has. */
  readonly errors?: readonly ErrorCode[];
  /** The statuses of a standard, whose errors have a form of their own. */
  readonly standard?: Readonly<Record<number, Schema | 'empty'>>;
  /** True if every refusal may have the form of the standard. */
  readonly isStandard?: boolean;
}

/** An answer that stays open; the schema is that of one event or line. */
interface Streamed {
  readonly media: string;
  readonly each: Schema;
}

/** The connection is used for something else afterwards. */
interface Switched {
  readonly switchesTo: string;
}

export type Operations = Readonly<Record<`${'GET' | 'POST' | 'DELETE'} /${string}`, Operation>>;
