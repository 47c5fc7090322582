/** How messages reach the program of an agent: the best channel that works takes each of them. */
import type { ChannelName } from '../profiles/profile.js';
import type { Message } from '../taskstore/message.js';
import type { Delivered, HoldReason } from './delivered.js';

/** What decides when a message may be handed over, before there is a message. */
export type Wish = Pick<Message, 'priority' | 'metadata'> & Partial<Pick<Message, 'seq' | 'text'>>;

/** A message that wants nothing special. */
export const ORDINARY: Wish = { priority: 3, metadata: {} };

export interface Delivery {
  readonly isRunning: boolean;
  /** Null if such a message can be handed over now, otherwise the reason why not. */
  holdReason(wish: Wish): HoldReason | null;
  /** The channel that such a message takes, or waits for. */
  channelFor(wish: Wish): ChannelName;
  /** Whether a dialog is open, so that any key would answer it. */
  readonly isAsking: boolean;
  /**
   * Whether the most urgent message interrupts the program right before it is handed over. Where it waits for the end of
   * the work, the program is interrupted while the message is held.
   */
  interruptsFirst(wish: Wish): boolean;
  /**
   * Calls `onTyped` with the channel when the text is in the box of the program: the first channel may have refused it.
   * Rejects when it is not known how far it got, because the program has ended, say. Without `mayTake`, any channel may
   * take the message; with it, those that it allows.
   */
  deliver(
    message: Message,
    onTyped: (via: ChannelName) => Promise<unknown>,
    mayTake?: (via: ChannelName) => boolean,
  ): Promise<Delivered>;
  /** Whether the program's own records show that it read this message, perhaps in an earlier run. */
  hasRead(message: Message): Promise<boolean>;
  /**
   * Whether the conversation with which the program goes on has this message, nobody knows whether it was read, and it
   * cannot be handed over again without standing there twice.
   */
  keepsUnread?(message: Message): Promise<boolean>;
  /** False if the profile has no key for it. */
  interrupt(): Promise<boolean>;
  /** Presses the profile's exit keys, if it has any. */
  exit(): Promise<void>;
  onChange(listener: () => void): void;
}
