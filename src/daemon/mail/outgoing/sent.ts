/** What an agent asks its daemon to send, and the result. */
import type { Message, Part } from '../../../taskstore/message.js';
import type { Party, Task } from '../../../taskstore/task.js';
import type { Attempt } from './first-attempts.js';

export interface SendRequest {
  /** Made by the command, so that the daemon recognizes a command that is repeated. */
  readonly messageId?: string | undefined;
  /** The session of this agent that sends it; null if it comes from none of its terminals. */
  readonly session: string | null;
  readonly target: string;
  readonly parts: readonly Part[];
  readonly responseExpected: boolean;
  readonly replyTo: string | null;
  readonly taskId: string | null;
  readonly priority: number;
  /** Whether it may be read during the receiver's work; null if its priority decides. */
  readonly when?: 'now' | 'idle' | null;
  readonly expiresMs: number;
}

export interface ReplyRequest {
  readonly messageId?: string | undefined;
  readonly session: string | null;
  /** An id or a sender; null means the one open request. */
  readonly to: string | null;
  readonly latest: boolean;
  readonly parts: readonly Part[];
  /** A partial reply is a part of the answer; more follows. */
  readonly kind: 'answer' | 'question' | 'failure' | 'rejection' | 'partial';
  /** Set if an A2A client that waits gets only a message, not the finished task. */
  readonly form?: 'message' | undefined;
}

export interface Sent {
  readonly message: Message;
  /** The sender's task for a request, the receiver's for an answer, none for a plain message. */
  readonly task: Task | null;
  readonly target: Party;
  /** The open request from the target that should be answered first. */
  readonly answerFirst: string | null;
  /** Whether the request was already closed, so that the asker gets an ordinary message. */
  readonly late: boolean;
  /** Whether the same command had sent it before, so that it was not sent again. */
  readonly repeated?: boolean;
}

export type Dispatched = Sent & { readonly attempt: Promise<Attempt> };

/** Called after the message is durable and before it leaves, so that the caller misses nothing. */
export type BeforeDispatch = (sent: Sent) => void;
