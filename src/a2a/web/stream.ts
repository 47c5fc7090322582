/** The one stream between the page and the person's daemon: what each side says, as JSON, and the bytes of terminals. */
import type { ActivityEvent } from '../activity.js';

export const STREAM_PROTOCOL = 'synapse-page';

/** From the page. `id` is chosen by the page and names a terminal that it shows. */
export type PageSays =
  /** Tells of everything that happens, from there on where the page stopped. */
  | { readonly say: 'follow'; readonly since: string | null }
  | {
      readonly say: 'open';
      readonly id: number;
      readonly agent: string;
      readonly session: string | null;
      readonly typing: boolean;
      readonly cols: number;
      readonly rows: number;
    }
  | { readonly say: 'keys'; readonly id: number; readonly text: string }
  | { readonly say: 'size'; readonly id: number; readonly cols: number; readonly rows: number }
  | { readonly say: 'close'; readonly id: number }
  /** Whether somebody can see the page. Meanwhile nobody is told elsewhere what waits for them. */
  | { readonly say: 'look'; readonly isSeen: boolean }
  /** Asks for a sign of life. */
  | { readonly say: 'alive' };

/** From the daemon. */
export type DaemonSays =
  | { readonly say: 'activity'; readonly event: ActivityEvent }
  /** From now on everything is told, and what was missed meanwhile comes next. */
  | { readonly say: 'live' }
  /** What happens cannot be told at the moment. It is tried again. */
  | { readonly say: 'behind'; readonly reason: string }
  | { readonly say: 'opened'; readonly id: number }
  | { readonly say: 'ended'; readonly id: number; readonly reason: string | null; readonly code: number | null }
  | { readonly say: 'alive' }
  /** The session of the page has ended. */
  | { readonly say: 'closed' };

/** The first byte after the four of the `id` in a binary message: what the bytes are. */
export const TERMINAL_OUTPUT = 16;
export const TERMINAL_REDRAW = 17;
