/** Many messages in order, each sent again until the sender's daemon has stored it, as a careful script does. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { callDaemon, streamDaemon } from '../../../src/a2a/local.js';
import type { Home } from '../../rig/home/home.js';

export interface Stream {
  readonly name: string;
  readonly home: Home;
  readonly from: string;
  readonly to: string;
  /** The texts that have arrived, in the order in which they did. */
  arrived(): Promise<readonly string[]>;
}

const STORE_LIMIT_MS = 20_000;
const AGAIN_MS = 50;
/** Of one message. A daemon that was killed is back long before. */
const MOST_TRIES = 1_200;
const PAGE = 500;

export function textOf(index: number): string {
  return `message ${index}.`;
}

interface Sending {
  readonly stored?: () => void;
  readonly text?: (index: number) => string;
  /** Asks for an answer. Then nothing waits for a first try, either. */
  readonly response?: boolean;
}

export async function sendAll({ home, from, to }: Stream, count: number, sending: Sending = {}): Promise<void> {
  const { stored = () => {}, text = textOf, response = false } = sending;
  for (let index = 0; index < count; index += 1) {
    await sendOne(home, from, { target: to, text: text(index), response, message_id: randomUUID() });
    stored();
  }
}

/** What went wrong; nothing if every message has arrived once, in order. */
export function faultsIn(arrived: readonly string[], count: number): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of arrived) counts.set(text, (counts.get(text) ?? 0) + 1);
  const wanted = Array.from({ length: count }, (_, index) => textOf(index));
  const inOrder = arrived
    .filter((text, index) => arrived.indexOf(text) === index)
    .every((text, index, all) => {
      return index === 0 || numberIn(text) > numberIn(all[index - 1] ?? '');
    });
  return [
    ...wanted.filter((text) => !counts.has(text)).map((text) => `lost: ${text}`),
    ...[...counts].filter(([, times]) => times > 1).map(([text, times]) => `${times} times: ${text}`),
    ...(inOrder ? [] : ['out of order']),
  ];
}

/** The messages from this peer in a person's inbox, oldest first. */
export async function inboxOf(home: Home, id: string, peer: string): Promise<string[]> {
  const texts: string[] = [];
  const seen = new Set<number>();
  for (let after = 0; ; ) {
    const { messages } = (await callDaemon(home.entry(id), home.home, {
      path: `/inbox?limit=${PAGE}&after=${after}`,
      timeoutMs: STORE_LIMIT_MS,
    })) as { messages: InboxMessage[] };
    const fresh = messages.filter(({ seq }) => !seen.has(seq));
    if (fresh.length === 0) return texts;
    for (const { seq, from, text } of fresh) {
      seen.add(seq);
      after = Math.max(after, seq);
      if (from === peer) texts.push(text);
    }
  }
}

interface InboxMessage {
  readonly seq: number;
  readonly from: string;
  readonly text: string;
}

async function sendOne(home: Home, from: string, message: Record<string, unknown>): Promise<void> {
  let reason: unknown;
  for (let count = 0; count < MOST_TRIES; count += 1) {
    try {
      const call = { path: '/send', body: { ...message, brief: true, wait_ms: 0 }, timeoutMs: STORE_LIMIT_MS };
      let isStored = false;
      await streamDaemon(home.entry(from), home.home, call, (line) => {
        isStored ||= line.event === 'done';
        return isStored ? 'last' : undefined;
      });
      if (isStored) return;
    } catch (error) {
      reason = error;
    }
    await pause(AGAIN_MS);
  }
  throw new Error(`${from} cannot send ${JSON.stringify(message)}: ${reason}`);
}

function numberIn(text: string): number {
  return Number(/\d+/.exec(text)?.[0]);
}
