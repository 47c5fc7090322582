/** The outcome of handing a text to a program. */
import type { ChannelName } from '../profiles/profile.js';

/** Why nothing can be typed right now: the reason in a `held` receipt. */
export type HoldReason =
  | 'starting'
  | 'busy'
  | 'dialog'
  | 'person typing'
  | 'draft'
  /** A message of ours that was not submitted stands in the box and cannot be removed. */
  | 'own text'
  | 'unknown screen'
  /** A line-oriented program shows a full-screen program, such as an editor. */
  | 'screen'
  /** An interactive shell would execute the text. */
  | 'shell';

export type Delivered = Settled | Typed;

/** The channel has all of it, and the program has not been seen to read it yet. */
interface Typed {
  readonly type: 'typed';
  readonly via: ChannelName;
  readonly settled: Promise<Settled>;
}

export type Settled =
  /** `reason` says what is not proven. */
  | { readonly type: 'submitted'; readonly reason?: string }
  | { readonly type: 'held'; readonly reason: HoldReason }
  /** It was taken, but the program's own evidence shows that it was not read. It may be sent again. */
  | { readonly type: 'dropped'; readonly reason: string }
  /** The program may have got it, or not. */
  | { readonly type: 'uncertain'; readonly reason: string }
  /** `screen` is what the screen showed when delivery gave up. */
  | { readonly type: 'failed'; readonly reason: 'not_seen' | 'not_submitted'; readonly screen: string };
