/** What the server of the standard asks of the agent behind it. Its daemon implements this. */
import type { Message, Part } from '../../taskstore/message.js';
import type { CallerTaskCursor, CallerTaskFilter } from '../../taskstore/outside/caller-tasks.js';
import type { PushConfig } from '../../taskstore/outside/push-configs.js';
import type { Task } from '../../taskstore/task.js';
import type { AgentFacts } from '../card.js';
import type { ClientNote } from '../client-note.js';

/** By the credential alone. */
export interface StandardCaller {
  readonly id: string;
  readonly kind: 'self' | 'agent' | 'outside';
}

/** A task with everything that was said about it, oldest first. */
export interface Exchange {
  readonly task: Task;
  readonly messages: readonly Message[];
  /** The dialog that keeps the program from answering; null if there is none. */
  readonly dialog: string | null;
}

/** What a client sends, in the form in which the agent gets it. */
export interface ClientMessage {
  readonly parts: readonly Part[];
  /** An id that makes a repetition the same message; null if the client does not promise that. */
  readonly messageId: string | null;
  readonly contextId: string | null;
  /** The task that it continues. */
  readonly continues: number | null;
  readonly note: ClientNote;
}

export interface Desk {
  readonly facts: AgentFacts;
  readonly log: { error(event: string, details?: Record<string, unknown>): void };
  now(): number;
  /** Durable when it resolves with the number of the task. */
  receive(sent: ClientMessage, caller: StandardCaller): Promise<number>;
  cancel(task: Task, caller: StandardCaller): Promise<void>;
  /** Null if this caller has no such task. */
  find(taskId: string, callerId: string): Exchange | null;
  /** The task of a message that this caller sent before with this id. */
  findSent(messageId: string, callerId: string): Exchange | null;
  exchange(taskSeq: number): Exchange | null;
  /** Whether this caller can still be told things. The token of an outside program may have been revoked. */
  isKnown(callerId: string): boolean;
  page(filter: CallerTaskFilter, limit: number, after: CallerTaskCursor | null): readonly Exchange[];
  count(filter: CallerTaskFilter): number;
  /** Returns a function that stops listening. */
  onChange(listener: (taskSeq: number) => void): () => void;
  readonly pushes: PushStore;
}

export interface PushStore {
  of(taskSeq: number): readonly PushConfig[];
  save(config: PushConfig): Promise<void>;
  delete(taskSeq: number, id: string): Promise<void>;
  noteTold(config: PushConfig, told: string): Promise<void>;
  /** Host names, addresses and networks that are allowed although they are not public. */
  readonly allowed: string;
}
