/** Sends messages as the person, and asks and waits for the answer as `synapse ask` does. */
import { signal } from '@preact/signals';
import type { SentTask } from '../../a2a/web/things.js';
import { tell } from '../parts/action.js';
import { say } from '../words/words.js';
import { call, callLines, Refusal, UNREACHABLE } from './call.js';

export interface Outgoing {
  readonly to: string;
  readonly text: string;
  /** The request that this goes on with, after its receiver asked back. */
  readonly task?: string;
}

/** A question that was asked on this page, and what has become of it. */
export interface Asked {
  readonly id: string;
  readonly to: string;
  readonly text: string;
  readonly state: 'waiting' | 'answered' | 'asks_back' | 'failed' | 'open';
  readonly shortId: string | null;
  readonly answer: string | null;
}

/** The latest first. */
export const asked = signal<readonly Asked[]>([]);
const MOST_ASKED = 20;
const LONGEST_WAIT_MS = 3_600_000;
const ASK_AGAIN_MS = 1_000;

/**
 * The ids of texts that are not known to be stored. Whoever presses again after a break sends the same message again, and
 * the daemon recognizes it.
 */
const unsettled = new Map<string, string>();

async function withId<Result>(what: readonly unknown[], send: (id: string) => Promise<Result>): Promise<Result> {
  const key = JSON.stringify(what);
  const id = unsettled.get(key) ?? crypto.randomUUID();
  unsettled.set(key, id);
  try {
    const result = await send(id);
    unsettled.delete(key);
    return result;
  } catch (error) {
    if (!isBreak(error)) unsettled.delete(key);
    throw error;
  }
}

export async function sendText({ to, text, task }: Outgoing): Promise<void> {
  const more = task === undefined ? {} : { task, response: true, wait_ms: 0 };
  const done = await withId(['send', to, text, task], async (id) => {
    let last: Line | null = null;
    await callLines('POST /own/send', { body: { target: to, text, message_id: id, ...more } }, (line) => {
      mustBeNoError(line);
      if (line.event === 'done') last = line;
    });
    return mustBeDone(last);
  });
  tellOutcome(done, to);
}

/** Answers a request. */
export async function reply({ to, text, task }: Outgoing & { readonly task: string }): Promise<void> {
  const done = await withId(['reply', text, task], (id) =>
    call('POST /own/reply', { body: { to: task, text, message_id: id } }),
  );
  tellOutcome(done as Line, to);
}

/** Returns when the question is on its way. The answer comes into `asked`. */
export function ask({ to, text }: Outgoing): Promise<void> {
  return withId(['ask', to, text], (id) => {
    const known = asked.value.filter((each) => each.id !== id);
    asked.value = [{ id, to, text, state: 'waiting' as const, shortId: null, answer: null }, ...known].slice(
      0,
      MOST_ASKED,
    );
    return new Promise<void>((resolve, reject) => {
      followQuestion({ id, to, text }, resolve).then(resolve, (error: Error) => {
        change(id, { state: 'failed', answer: error.message });
        reject(error);
      });
    });
  });
}

type Line = Readonly<Record<string, unknown>>;

/** A question that is on its way is not lost with the connection: the same message asks for its answer again. */
async function followQuestion(question: Outgoing & { readonly id: string }, onWay: () => void): Promise<void> {
  const { id, to, text } = question;
  const body = { target: to, text, message_id: id, response: true, wait_ms: LONGEST_WAIT_MS };
  let isOnWay = false;
  for (;;) {
    let last: Line | null = null;
    try {
      await callLines('POST /own/send', { body }, (line) => {
        mustBeNoError(line);
        const task = (line.task ?? null) as SentTask | null;
        if (task) change(id, { shortId: task.short_id, to: task.target.agent_id });
        if (task && line.event === 'done') last = line;
        isOnWay = true;
        onWay();
      });
      settle(id, mustBeDone(last));
      return;
    } catch (error) {
      if (!isOnWay || !isBreak(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    }
  }
}

function settle(id: string, { task, answer_id }: Line): void {
  const sent = task as SentTask;
  change(id, outcomeOf(sent));
  if (!sent.reply) return;
  // Shown here, so it need not come to the inbox as well.
  const answerId = typeof answer_id === 'string' ? { message_id: answer_id } : {};
  void call('POST /own/tasks/:id/ack', { path: { id: sent.id }, body: answerId }).catch(() => {});
}

function change(id: string, changes: Partial<Asked>): void {
  asked.value = asked.value.map((each) => (each.id === id ? { ...each, ...changes } : each));
}

function outcomeOf(task: SentTask): Partial<Asked> {
  const answer = task.reply?.text ?? task.error?.message ?? null;
  if (task.state === 'completed') return { state: 'answered', answer };
  if (task.state === 'input-required') return { state: 'asks_back', answer };
  return ['failed', 'rejected', 'canceled'].includes(task.state)
    ? { state: 'failed', answer }
    : { state: 'open', answer };
}

/** Says no more than the daemon has. */
function tellOutcome({ outcome, target, task }: Line, to: string): void {
  const error = (task as SentTask | null | undefined)?.error ?? null;
  if (outcome === 'failed') throw new Refusal(error?.message ?? say('not_sent', { who: to }), 'failed', '');
  tell(say(outcome === 'queued' ? 'queued' : 'sent', { who: typeof target === 'string' ? target : to }));
}

function mustBeDone(last: Line | null): Line {
  if (last === null) throw new Refusal(say('no_daemon'), UNREACHABLE, '');
  return last;
}

function mustBeNoError(line: Line): void {
  if (line.event !== 'error') return;
  throw new Refusal(String(line.message), String(line.error), String(line.hint ?? ''));
}

/** Nobody knows what the daemon has done. */
function isBreak(error: unknown): boolean {
  return error instanceof Refusal && error.code === UNREACHABLE;
}
