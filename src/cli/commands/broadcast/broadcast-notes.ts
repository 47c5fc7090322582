/**
 * Makes it safe to repeat a broadcast. The notes of all its messages are written before the first message is sent, and
 * stay until every recipient has its message, so that a repetition is new only to those who have not.
 */
import { RepeatNote } from '../../client/repeat-note.js';
import type { Sender } from '../../client/sender.js';

type Body = Readonly<Record<string, unknown>> & { readonly target: string };

/** A note that outlives the answer to its own message. */
export class BroadcastNote extends RepeatNote {
  /** Whether the command learned what became of the message. */
  isSettled = false;

  constructor(sender: Pick<Sender, 'home' | 'entry'>, body: Body) {
    // The same words to one of the recipients alone are another message.
    super(sender, 'broadcast', body);
  }

  override forget(): void {
    this.isSettled = true;
  }

  /** The same words are a new message from now on. */
  remove(): void {
    super.forget();
  }
}

/** Removes what a repetition need not know: everything, or, if not everybody has it, the messages that were refused. */
export function concludeNotes(notes: readonly BroadcastNote[], refused: ReadonlySet<BroadcastNote>): void {
  const isOver = refused.size === 0 && notes.every(({ isSettled }) => isSettled);
  for (const note of notes) if (isOver || refused.has(note)) note.remove();
}
