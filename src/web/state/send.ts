/** Sends messages as the person, and asks and waits for the answer as `synapse ask` does. */
import { signal } from '@preact/signals';
import type { SentTask } from '../../a2a/web/things.js';
import { tell } from '../parts/action.js';
import { say } from '../words/words.js';
import { call, callLines, Refusal } from './call.js';

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

export async function sendText({ to, text, task }: Outgoing): Promise<void> {
  const more = task === undefined ? {} : { task, response: true, wait_ms: 0 };
  let target = to;
  let outcome = '';
  await callLines(
    'POST /own/send',
    { body: { target: to, text, message_id: crypto.randomUUID(), ...more } },
    (line) => {
      mustBeNoError(line);
      if (typeof line.target === 'string') target = line.target;
      if (typeof line.outcome === 'string') outcome = line.outcome;
    },
  );
  tell(say(outcome === 'queued' ? 'queued' : 'sent', { who: target }));
}

/** Returns when the question is on its way. The answer comes into `asked`. */
export function ask({ to, text }: Outgoing): Promise<void> {
  const id = crypto.randomUUID();
  asked.value = [{ id, to, text, state: 'waiting' as const, shortId: null, answer: null }, ...asked.value].slice(
    0,
    MOST_ASKED,
  );
  const change = (changes: Partial<Asked>) => {
    asked.value = asked.value.map((each) => (each.id === id ? { ...each, ...changes } : each));
  };
  return new Promise((resolve, reject) => {
    const body = { target: to, text, message_id: id, response: true, wait_ms: LONGEST_WAIT_MS };
    callLines('POST /own/send', { body }, (line) => {
      mustBeNoError(line);
      const task = (line.task ?? null) as SentTask | null;
      if (task) change({ shortId: task.short_id, to: task.target.agent_id });
      if (line.event === 'sent' || line.event === 'queued') resolve();
      if (line.event !== 'done' || !task) return;
      change(outcomeOf(task));
      // Shown here, so it need not come to the inbox as well.
      if (task.reply) {
        const answerId = typeof line.answer_id === 'string' ? { message_id: line.answer_id } : {};
        void call('POST /own/tasks/:id/ack', { path: { id: task.id }, body: answerId }).catch(() => {});
      }
    }).then(resolve, (error: Error) => {
      change({ state: 'failed', answer: error.message });
      reject(error);
    });
  });
}

function outcomeOf(task: SentTask): Partial<Asked> {
  const answer = task.reply?.text ?? task.error?.message ?? null;
  if (task.state === 'completed') return { state: 'answered', answer };
  if (task.state === 'input-required') return { state: 'asks_back', answer };
  return ['failed', 'rejected', 'canceled'].includes(task.state)
    ? { state: 'failed', answer }
    : { state: 'open', answer };
}

function mustBeNoError(line: Readonly<Record<string, unknown>>): void {
  if (line.event !== 'error') return;
  throw new Refusal(String(line.message), String(line.error), String(line.hint ?? ''));
}
