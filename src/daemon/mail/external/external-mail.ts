/** Carries messages to outside agents. What may have arrived is looked up before it is sent again. */
import type { Outgoing, OutsideAgent, RemoteTask, SendResult, Trouble } from '../../../a2a/external/main.js';
import { reasonText } from '../../../a2a/external/trouble.js';
import { type ErrorCode, fail, type SynapseError } from '../../../errors.js';
import { type ExternalAgent, readExternal } from '../../../registry/externals.js';
import type { Message } from '../../../taskstore/message.js';
import type { Task } from '../../../taskstore/task.js';
import type { DaemonContext } from '../../context.js';
import { canceledBy } from '../cancellation-mail.js';
import { failRequest } from '../failures.js';
import type { Followers } from './followers.js';
import type { OutsideAgents } from './outside-agents.js';
import type { OutsideResults } from './outside-results.js';
import { answerWith } from './result.js';
import { noteSending, noteTaken, noteUncertain, noteWaiting, sendingSince } from './sending-notes.js';

/** down: it is tried again · failed: it will never arrive · uncertain: nobody knows, and it is not tried again. */
export type Handed =
  | { readonly type: 'taken' | 'uncertain' }
  | { readonly type: 'down' }
  | { readonly type: 'failed'; readonly error: SynapseError };

interface Parts {
  readonly agents: OutsideAgents;
  readonly results: OutsideResults;
  readonly followers: Followers;
}

/** What the agent was sent a moment ago may not be in its list of tasks yet. */
const SETTLE_MS = 1_000;

export class ExternalMail {
  readonly #context: DaemonContext;
  readonly #parts: Parts;
  readonly #end = new AbortController();

  constructor(context: DaemonContext, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  close(): void {
    this.#end.abort();
  }

  async carry(message: Message): Promise<Handed> {
    const external = readExternal(this.#context.home, message.peer.id);
    if (!external) return { type: 'failed', error: fail('agent_gone', { target: message.peer.id }) };
    if (external.storeId !== message.metadata._store) {
      return { type: 'failed', error: fail('agent_replaced', { target: external.name }) };
    }
    const agent = await this.#parts.agents.open(external);
    if ('type' in agent) return this.#notOpened(message, external, agent);
    if (message.kind === 'cancellation') return this.#passOnCancellation(agent, message);
    const outgoing = this.#outgoing(message);
    const since = sendingSince(message);
    if (since !== null && !agent.card.knowsMessageIds) {
      const found = await this.#lookUp(agent, { external, message, outgoing, since });
      if (found !== 'send again') return found;
    }
    await noteSending(this.#context, message);
    return this.#conclude(await agent.send(outgoing, this.#end.signal), { external, message, outgoing });
  }

  /** Asks the agent to cancel what it works on. Null if it cannot be asked now; throws if it refuses. */
  async cancel(task: Task): Promise<false | null> {
    const external = readExternal(this.#context.home, task.peer.id);
    if (!external || external.storeId !== task.metadata._store || task.remoteTaskId === null) return null;
    const agent = await this.#parts.agents.open(external);
    if ('type' in agent) return null;
    const trouble = await agent.cancel(task.remoteTaskId, this.#end.signal);
    // It had the message, so it is not as if it had never been sent.
    if (trouble === null || trouble.code === 'TASK_NOT_FOUND') return false;
    if (trouble.kind !== 'refused') return null;
    throw fail('external_refused', { name: external.name, reason: trouble.reason });
  }

  /** A message that was canceled while it was on its way may have become a task of the agent. */
  async #passOnCancellation(agent: OutsideAgent, news: Message): Promise<Handed> {
    const canceled = this.#context.store.message(canceledBy(news)?.seq ?? -1);
    const known = this.#taskOf(news).remoteTaskId;
    const isLost = known === null && canceled !== null && sendingSince(canceled) !== null;
    const found = isLost ? await agent.find(this.#outgoing(canceled), this.#end.signal) : null;
    const taskId = known ?? (found?.type === 'task' ? found.task.id : null);
    const asked = taskId === null ? found : await agent.cancel(taskId, this.#end.signal);
    if (asked?.type === 'trouble' && (asked.kind === 'down' || asked.kind === 'unclear'))
      return this.#waits(news, asked);
    await noteTaken(this.#context, news, null);
    return { type: 'taken' };
  }

  async #notOpened(message: Message, { name }: ExternalAgent, trouble: Trouble): Promise<Handed> {
    if (trouble.kind === 'down' || trouble.kind === 'unclear') return this.#waits(message, trouble);
    // Its card was right when it was added, so somebody may repair it. Nobody should wait for that without knowing.
    return { type: 'failed', error: fail(codeOf(trouble), { name, reason: trouble.reason }) };
  }

  async #waits(message: Message, { reason }: Pick<Trouble, 'reason'>): Promise<Handed> {
    this.#context.log.info('an outside agent cannot be reached', { name: message.peer.id, reason });
    await noteWaiting(this.#context, message, reason);
    return { type: 'down' };
  }

  #outgoing(message: Message): Outgoing {
    const task = this.#taskOf(message);
    const { remoteTaskId: taskId } = task;
    const contextId = typeof task.metadata._context === 'string' ? task.metadata._context : task.contextId;
    return { messageId: message.id, contextId, taskId, parts: message.parts };
  }

  /** An earlier try was cut, by the network or by the end of a daemon. */
  async #lookUp(agent: OutsideAgent, sending: Sending & { readonly since: number }): Promise<Handed | 'send again'> {
    const { message, outgoing, external } = sending;
    if (this.#context.clock.now() - sending.since < SETTLE_MS) return { type: 'down' };
    const found =
      outgoing.taskId === null
        ? await agent.find(outgoing, this.#end.signal)
        : await agent.read(outgoing.taskId, this.#end.signal);
    if (found.type === 'trouble' && (found.kind === 'down' || found.kind === 'unclear'))
      return this.#waits(message, found);
    if (found.type === 'task' && (outgoing.taskId === null || this.#isTaken(message, found.task))) {
      return this.#taken({ type: 'task', task: found.task, updates: null }, sending);
    }
    const keepsContexts = this.#parts.agents.keepsContexts(external.name);
    const isMissing = found.type === 'none' ? keepsContexts : found.type === 'task' && found.task.messageIds.length > 0;
    return isMissing ? 'send again' : this.#uncertain(message, reasonText('cut'));
  }

  /** Whether an answer to a question has arrived: the agent names it, or asks no more. */
  #isTaken(message: Message, remote: RemoteTask): boolean {
    const isSameQuestion =
      remote.state === 'input-required' && this.#taskOf(message).metadata._asked === remote.statusKey;
    return remote.messageIds.includes(message.id) || !isSameQuestion;
  }

  async #conclude(result: SendResult, sending: Sending): Promise<Handed> {
    const { message, external } = sending;
    if (result.type !== 'trouble') return this.#taken(result, sending);
    if (this.#end.signal.aborted) return { type: 'down' };
    this.#parts.agents.troubled(external.name, result);
    if (result.kind === 'unclear') return this.#waits(message, result);
    await noteSending(this.#context, message, null);
    if (result.kind === 'down') return this.#waits(message, result);
    return { type: 'failed', error: fail(codeOf(result), { name: external.name, reason: result.reason }) };
  }

  async #taken(result: Exclude<SendResult, Trouble>, { message, external, outgoing }: Sending): Promise<Handed> {
    const { agents, results, followers } = this.#parts;
    const task = this.#taskOf(message);
    if (result.type === 'message') {
      agents.answered(external.name);
      await noteTaken(this.#context, message, null);
      await results.conclude(task, answerWith(result.parts));
      return { type: 'taken' };
    }
    const isBegun = outgoing.taskId === null;
    agents.answered(external.name, isBegun ? result.task.contextId === outgoing.contextId : undefined);
    const isLate = await noteTaken(this.#context, message, result.task);
    if (!isLate) await results.apply(task.seq, result.task);
    if (!isLate) followers.follow(task.seq, result.updates);
    return { type: 'taken' };
  }

  async #uncertain(message: Message, reason: string): Promise<Handed> {
    const error = fail('delivery_uncertain', { name: message.peer.id, reason });
    await noteUncertain(this.#context, message, error);
    if (message.taskSeq !== null) await failRequest(this.#context, message.taskSeq, error);
    return { type: 'uncertain' };
  }

  /** Every message to an outside agent has a task. */
  #taskOf(message: Message): Task {
    return this.#context.store.task(message.taskSeq as number) as Task;
  }
}

interface Sending {
  readonly external: ExternalAgent;
  readonly message: Message;
  readonly outgoing: Outgoing;
}

function codeOf({ kind }: Trouble): ErrorCode {
  if (kind === 'unauthorized') return 'external_unauthorized';
  return kind === 'refused' ? 'external_refused' : 'external_bad_answer';
}
