/** Follows the tasks that outside agents work on, over their streams or by asking again, until they end. */
import type { OutsideAgent, RemoteTask, Trouble, Updates } from '../../../a2a/external/main.js';
import { fail } from '../../../errors.js';
import { EXTERNAL_TYPE, type ExternalAgent, readExternal } from '../../../registry/externals.js';
import { isOpen, type Task } from '../../../taskstore/task.js';
import type { DaemonContext } from '../../context.js';
import { failRequest } from '../failures.js';
import type { OutsideAgents } from './outside-agents.js';
import type { OutsideResults } from './outside-results.js';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A stream that says nothing for this long may be dead. */
const SILENCE_LIMIT_MS = 60_000;
/** The tasks beyond these are asked about now and then. */
const MOST_STREAMS = 16;

/** What one round told: news, nothing new, or that there is nothing more to follow. */
type Round = 'news' | 'same' | 'over';

export class Followers {
  readonly #context: DaemonContext;
  readonly #agents: OutsideAgents;
  readonly #results: OutsideResults;
  /** By task: wakes its follower from a pause. */
  readonly #following = new Map<number, () => void>();
  readonly #end = new AbortController();
  #streams = 0;

  constructor(context: DaemonContext, parts: { readonly agents: OutsideAgents; readonly results: OutsideResults }) {
    this.#context = context;
    this.#agents = parts.agents;
    this.#results = parts.results;
  }

  /** Takes up the tasks that were open when an earlier daemon ended. */
  start(): void {
    for (const task of this.#context.store.openOutgoing()) {
      if (task.peer.type === EXTERNAL_TYPE && task.remoteTaskId !== null) this.follow(task.seq);
    }
  }

  /** Does nothing if it is followed already, except that it is looked at now. */
  follow(taskSeq: number, updates: Updates | null = null): void {
    const wake = this.#following.get(taskSeq);
    if (wake) {
      wake();
      // A new stream tells the same as the one that is read.
      void updates?.return(null).catch(() => {});
      return;
    }
    this.#following.set(taskSeq, () => {});
    this.#run(taskSeq, updates)
      .catch((error: Error) => this.#context.log.error('cannot follow a task', { reason: error.message }))
      .finally(() => this.#following.delete(taskSeq));
  }

  close(): void {
    this.#end.abort();
  }

  async #run(taskSeq: number, given: Updates | null): Promise<void> {
    let updates = given;
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.#end.signal.aborted) {
      const round: Round = updates ? await this.#read(taskSeq, updates) : await this.#look(taskSeq);
      updates = null;
      if (round === 'over') return;
      pauseMs = round === 'news' ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      await this.#pause(taskSeq, pauseMs);
    }
  }

  /** Asks for the task once, and then listens to its stream if there is one. */
  async #look(taskSeq: number): Promise<Round> {
    const task = this.#openTask(taskSeq);
    const external = task && (await this.#externalOf(task));
    if (!task?.remoteTaskId || !external) return 'over';
    const agent = await this.#agents.open(external);
    if ('type' in agent) return 'same';
    const answer = await agent.read(task.remoteTaskId, this.#end.signal);
    if (answer.type === 'trouble') return this.#troubled(task, answer);
    this.#agents.answered(external.name);
    const before = task.updatedAt;
    await this.#results.apply(taskSeq, answer.task);
    const now = this.#openTask(taskSeq);
    if (!now) return 'over';
    if (agent.card.canStream && this.#streams < MOST_STREAMS) return this.#listen(taskSeq, agent, answer.task);
    return now.updatedAt === before ? 'same' : 'news';
  }

  async #listen(taskSeq: number, agent: OutsideAgent, known: RemoteTask): Promise<Round> {
    const silence = new AbortController();
    this.#streams += 1;
    try {
      const signal = AbortSignal.any([this.#end.signal, silence.signal]);
      const confirm = (told: RemoteTask) => this.#confirmed(agent, told);
      return await this.#read(taskSeq, agent.follow(known, signal), { onSilence: () => silence.abort(), confirm });
    } finally {
      this.#streams -= 1;
    }
  }

  /** Applies what a stream tells until it ends. `onSilence` ends it, so that the task is asked for. */
  async #read(taskSeq: number, updates: Updates, { onSilence, confirm }: Listening = NOT_ASKING): Promise<Round> {
    const timer = setTimeout(onSilence, SILENCE_LIMIT_MS);
    let round: Round = 'same';
    try {
      for (;;) {
        const next = await updates.next();
        timer.refresh();
        if (next.done) return round;
        round = 'news';
        await this.#results.apply(taskSeq, await confirm(next.value));
        if (!this.#openTask(taskSeq)) return 'over';
      }
    } finally {
      clearTimeout(timer);
      void updates.return(null).catch(() => {});
    }
  }

  /** An agent of v0.3 does not tell what happened before the stream began, so a task that ends is asked for once more. */
  async #confirmed(agent: OutsideAgent, told: RemoteTask): Promise<RemoteTask> {
    if (isOpen(told.state)) return told;
    const answer = await agent.read(told.id, this.#end.signal);
    return answer.type === 'task' ? answer.task : told;
  }

  async #troubled(task: Task, trouble: Trouble): Promise<Round> {
    const { id: name } = task.peer;
    this.#agents.troubled(name, trouble);
    this.#context.log.info('an outside agent does not tell about a task', { name, reason: trouble.reason });
    if (trouble.kind === 'down' || trouble.kind === 'unclear') return 'same';
    const isLost = trouble.code !== null && UNKNOWN_TASK.includes(trouble.code);
    if (trouble.kind === 'refused' && !isLost) return 'same';
    const code = isLost
      ? 'external_task_lost'
      : trouble.kind === 'unauthorized'
        ? 'external_unauthorized'
        : 'external_bad_answer';
    await failRequest(this.#context, task.seq, fail(code, { name, reason: trouble.reason }));
    return 'over';
  }

  /** Fails the task if the agent was removed. */
  async #externalOf(task: Task): Promise<ExternalAgent | null> {
    const external = readExternal(this.#context.home, task.peer.id);
    if (external && external.storeId === task.metadata._store) return external;
    const code = external ? 'agent_replaced' : 'agent_gone';
    await failRequest(this.#context, task.seq, fail(code, { target: task.peer.id }));
    return null;
  }

  #openTask(taskSeq: number): Task | null {
    const task = this.#end.signal.aborted ? null : this.#context.store.task(taskSeq);
    return task && isOpen(task.state) ? task : null;
  }

  #pause(taskSeq: number, pauseMs: number): Promise<void> {
    const { signal } = this.#end;
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        if (this.#following.has(taskSeq)) this.#following.set(taskSeq, () => {});
        resolve();
      };
      const timer = setTimeout(done, pauseMs);
      timer.unref();
      signal.addEventListener('abort', done);
      this.#following.set(taskSeq, done);
      if (signal.aborted) done();
    });
  }
}

interface Listening {
  readonly onSilence: () => void;
  /** The task as it is, after what a stream has told. */
  readonly confirm: (told: RemoteTask) => RemoteTask | Promise<RemoteTask>;
}

/** The stream of a message that was just sent tells everything from the beginning. */
const NOT_ASKING: Listening = { onSilence: () => {}, confirm: (told) => told };

const UNKNOWN_TASK: readonly string[] = ['TASK_NOT_FOUND', 'HTTP_404'];
