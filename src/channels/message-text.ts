/** The text of a message as a program reads it. */
import { shortId } from '../ids.js';
import type { Message } from '../taskstore/message.js';
import { typedText } from './typed-text.js';

export interface MessageTextOptions {
  readonly maxChars: number;
  /** False if every newline would submit. */
  readonly takesLines: boolean;
  /** Whether requests are followed by a line that says how to answer. */
  readonly hints: boolean;
}

/** `[A2A:<id>:<sender>] text`, as many lines as it has, and how to answer a request. */
export function messageText(message: Message, { maxChars, takesLines, hints }: MessageTextOptions): string {
  const isRequest = message.kind === 'request' || message.kind === 'continuation';
  return typedText({ ...nameOf(message), maxChars, takesLines, hint: hints && isRequest }).text;
}

export function nameOf({ displayId, peer, text }: Message) {
  return { shortId: shortId(displayId), sender: peer.id, text };
}
