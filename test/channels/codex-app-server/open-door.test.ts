/** The door against a scripted app server: what it takes, what it proves, and what it makes of a server gone wrong. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { codexAppServer } from '../../../src/channels/codex-app-server/door.js';
import { AppServerDoor, clientIdOf, type DoorLimits } from '../../../src/channels/codex-app-server/open-door.js';
import type { Handover, OpenDoor } from '../../../src/channels/front-door.js';
import { processesWithEnvironment } from '../../../src/processes.js';
import { newId } from '../../../src/random-ids.js';
import type { Message } from '../../../src/taskstore/message.js';
import { answered } from '../../rig/clients/answered.js';
import { type FakeCodex, fakeCodex } from '../../rig/clients/fake-codex.js';
import { signalAll } from '../../rig/processes/signal.js';

const READY = { state: 'ready', by: 'event', asks: null };
const BUSY = { state: 'busy', by: 'event', asks: null };
const SUBMITTED = { type: 'submitted' };
const DROPPED = { type: 'dropped', reason: 'interrupted' };
const NO_EVIDENCE = { type: 'uncertain', reason: 'no_evidence' };

test('the door opens with the conversation that the person sees', async () => {
  const { door, codex } = await open();
  expect(door.evidence).toEqual(READY);
  expect(codex.methods().slice(0, 3)).toEqual(['initialize', 'initialized', 'thread/loaded/list']);
  expect(await settledOf(door, 'plain')).toEqual(SUBMITTED);
  expect(codex.log().findLast(({ method }) => method === 'turn/start')?.params).toMatchObject({ threadId: 't1' });
});

test.each([
  ['read in its turn', 'plain', SUBMITTED],
  ['read before the answer', 'early', SUBMITTED],
  ['in a turn that was interrupted', 'lost', DROPPED],
  ['in a turn that was interrupted before the answer', 'lost-early', DROPPED],
  ['taken and never mentioned again', 'silent', NO_EVIDENCE],
  ['in a turn that ended without it', 'forgotten', NO_EVIDENCE],
  ['answered with an error that leaves it open', 'odd', NO_EVIDENCE],
  ['among garbage', 'garbage', SUBMITTED],
])('a text %s', async (_, word, settled) => {
  const { door } = await open({ evidenceMs: 300 });
  expect(await settledOf(door, word)).toEqual(settled);
  expect(door.state).toEqual({ type: 'open' });
  expect(await settledOf(door, 'plain')).toEqual(SUBMITTED);
});

test('time counts only while the conversation is idle', async () => {
  const { door } = await open({ evidenceMs: 100 });
  expect(await settledOf(door, 'working')).toEqual(SUBMITTED);
});

test('what the server refuses was not taken', async () => {
  const { door } = await open();
  expect(await handOver(door, 'refuse')).toEqual({ type: 'refused', why: 'Input exceeds the maximum' });
  expect(await handOver(door, 'x'.repeat(door.maxChars + 1))).toMatchObject({ type: 'refused' });
  expect(door.evidence).toEqual(READY);
});

test.each([
  ['dies', 'die'],
  ['cuts a frame', 'cut'],
  ['sends a frame that is none', 'corrupt'],
  ['does not answer', 'mute'],
])('with a server that %s the door is broken, and the text uncertain', async (_, word) => {
  const { door, changes } = await open({ answerMs: 500 });
  expect(await settledOf(door, word)).toMatchObject({
    type: 'uncertain',
    reason: expect.stringContaining('app server'),
  });
  expect(door.state).toMatchObject({ type: 'broken', why: expect.stringContaining('app server') });
  expect(door.evidence).toBeNull();
  expect(changes()).toBeGreaterThan(0);
  expect(await handOver(door, 'plain')).toMatchObject({ type: 'refused' });
});

test.each([
  ['and answered', true, 'submitted'],
  ['and not answered', false, 'recorded'],
])('a text that Codex had recorded %s before its server died is known from there', async (_, isAnswered, settled) => {
  const { door, codex } = await open({ answerMs: 500 });
  const message = makeMessage();
  record(codex.rollout, message, 'die');
  if (isAnswered) recordAnswer(codex.rollout);
  const handed = await door.handOver({ message, text: 'die', moment: 'now' });
  expect(handed.type === 'taken' && (await handed.settled).type).toBe(settled);
});

test('a text of which only the record tells is found there', async () => {
  const { door, codex } = await open({ evidenceMs: 60_000 });
  const message = makeMessage();
  const handed = await door.handOver({ message, text: 'silent', moment: 'now' });
  record(codex.rollout, message, 'silent');
  expect(handed.type === 'taken' && (await handed.settled).type).toBe('recorded');
});

test('a conversation that cannot be joined is followed by its record and its status', async () => {
  const { door, codex } = await open({ evidenceMs: 60_000 }, 'cannot be joined');
  const message = makeMessage();
  record(codex.rollout, message, 'silent');
  const handed = await door.handOver({ message, text: 'silent', moment: 'now' });
  expect(handed.type === 'taken' && (await handed.settled).type).toBe('recorded');
});

test('a text that came in the last moment of a turn is brought to the model, once and without sending it again', async () => {
  const { door, codex } = await open();
  const turns = () => codex.log().filter(({ method }) => method === 'turn/start');
  expect(await settledOf(door, 'last')).toEqual(SUBMITTED);
  await expect.poll(() => turns().length).toBe(2);
  expect(turns().at(-1)?.params).toEqual({ threadId: 't1', input: [] });
  for (const word of ['plain', 'last-but-stopped', 'plain', 'last-but-busy', 'plain', 'plain'])
    expect(await firstOf(door, word)).toBe('recorded');
  expect(turns()).toHaveLength(8);
});

test('an open question is evidence with its command, and is never answered', async () => {
  const { door, codex } = await open();
  expect(await firstOf(door, 'ask')).toBe('recorded');
  const asks = { tool: 'shell', command: 'rm -rf x' };
  await expect.poll(() => door.evidence).toEqual({ state: 'waiting', by: 'event', asks });
  expect(await settledOf(door, 'answered')).toEqual(SUBMITTED);
  await expect.poll(() => door.evidence).toEqual(READY);
  expect(codex.log().filter((entry) => 'result' in entry || 'error' in entry)).toEqual([]);
});

test("a helper's question counts, and is asked in the same terminal", async () => {
  const { door } = await open();
  await settledOf(door, 'helper-asks');
  await expect.poll(() => door.evidence?.state).toBe('waiting');
});

test('mail goes to the conversation that the person has opened', async () => {
  const { door, codex } = await open();
  const threadOf = async (word: string) => {
    await settledOf(door, word);
    return codex.log().findLast(({ method }) => method === 'turn/start')?.params;
  };
  const isIn = (thread: string) => expect.poll(() => threadOf('plain')).toMatchObject({ threadId: thread });
  await threadOf('open-new');
  await isIn('t2');
  await threadOf('open-title');
  await isIn('t2');
  await threadOf('open-old');
  await isIn('t1');
  await threadOf('close-thread');
  await expect.poll(() => door.state).toEqual({ type: 'opening' });
  expect(await handOver(door, 'plain')).toMatchObject({ type: 'refused' });
});

test('a message for the end of the turn waits for it, and others do not wait for that message', async () => {
  const { door, codex } = await open();
  const order: string[] = [];
  const send = async (word: string, moment: Handover['moment']) => {
    await settledOf(door, word, moment);
    order.push(word);
  };
  await handOver(door, 'working');
  expect(door.evidence).toEqual(BUSY);
  await Promise.all([send('plain at the end', 'idle'), send('ask now', 'now')]);
  expect(order).toEqual(['ask now', 'plain at the end']);
  expect(codex.methods().filter((method) => method === 'turn/start')).toHaveLength(3);
});

test('texts that come together are handed over one after the other, in order', async () => {
  const { door, codex } = await open();
  const texts = Array.from({ length: 20 }, (_, number) => `plain ${number}`);
  await Promise.all(texts.map((text) => settledOf(door, text)));
  const sent = codex.log().filter(({ method }) => method === 'turn/start');
  expect(sent.map(({ params }) => (params as { input: { text: string }[] }).input[0]?.text)).toEqual(texts);
});

test.each([
  ['never upgrades a connection', 'never upgrades', { connectMs: 500 }],
  ['never answers', 'never answers', { answerMs: 300 }],
  ['shows no conversation', 'no thread', { threadMs: 300 }],
])('a server that %s makes a broken door', async (_, start, limits) => {
  const { door } = await open(limits, start, 'broken');
  expect(await handOver(door, 'plain')).toMatchObject({ type: 'refused' });
});

test('without a server there is a broken door', async () => {
  const codex = fakeCodex();
  const door = new AppServerDoor({
    path: join(codex.facts.dir, 'no'),
    env: {},
    version: '0',
    exited: forever(),
    shown: Promise.resolve(),
  });
  await expect.poll(() => door.state.type).toBe('broken');
  await door.close();
});

test('a door breaks when its program ends, and what was unread is uncertain', async () => {
  const { door, endProgram } = await open();
  const handed = await handOver(door, 'silent');
  endProgram();
  expect(handed.type === 'taken' && (await answered(handed.settled))).toEqual({
    type: 'uncertain',
    reason: 'Codex has ended',
  });
  expect(door.state).toEqual({ type: 'broken', why: 'Codex has ended' });
});

test('closing settles everything, even with a server that is stopped', async () => {
  const { door, codex } = await open();
  const handed = await handOver(door, 'silent');
  const waiting = handOver(door, 'plain', 'idle');
  signalAll(processesWithEnvironment('SYNAPSE_INSTANCE', codex.facts.env.SYNAPSE_INSTANCE ?? ''), 'SIGSTOP');
  const stuck = handOver(door, 'plain');
  await new Promise(setImmediate);
  await door.close();
  expect(handed.type === 'taken' && (await answered(handed.settled)).type).toBe('uncertain');
  expect(await stuck).toMatchObject({ type: 'taken' });
  expect(await waiting).toMatchObject({ type: 'refused' });
  await door.close();
});

test('what was read in an earlier run is known from the records', async () => {
  const { door, codex } = await open();
  const message = makeMessage();
  const rollout = join(codex.facts.cwd, '.codex/sessions/2026/01/01/rollout-1.jsonl');
  expect(await door.recordOf(message, 'hello')).toBe('absent');
  record(rollout, message, 'hello');
  expect(await door.recordOf(message, 'hello')).toBe('stored');
  recordAnswer(rollout);
  expect(await door.recordOf(message, 'hello')).toBe('answered');
  expect(await door.recordOf(makeMessage(), 'another')).toBe('absent');
});

async function open(
  limits: DoorLimits = {},
  start = '',
  until: 'open' | 'broken' = 'open',
): Promise<{ door: OpenDoor; codex: FakeCodex; changes: () => number; endProgram: () => void }> {
  const codex = fakeCodex(start);
  const prepared = await codexAppServer.prepare(codex.facts);
  let endProgram = () => {};
  const exited = new Promise<void>((resolve) => {
    endProgram = resolve;
  });
  const path = join(codex.facts.dir, 'codex.sock');
  const door = new AppServerDoor({
    path,
    env: codex.facts.env,
    version: '0',
    exited,
    shown: Promise.resolve(),
    limits,
  });
  let changes = 0;
  door.onChange(() => {
    changes += 1;
  });
  onTestFinished(async () => {
    await door.close();
    await prepared?.close();
  });
  await expect.poll(() => door.state.type).toBe(until);
  return { door, codex, changes: () => changes, endProgram };
}

function handOver(door: OpenDoor, text: string, moment: Handover['moment'] = 'now') {
  return door.handOver({ message: makeMessage(), text, moment });
}

async function settledOf(door: OpenDoor, text: string, moment: Handover['moment'] = 'now') {
  const handed = await handOver(door, text, moment);
  return handed.type === 'taken' ? answered(handed.settled) : handed;
}

/** What is known first, whether the model answers or not. */
async function firstOf(door: OpenDoor, text: string) {
  const handed = await handOver(door, text);
  return handed.type === 'taken' ? (await handed.settled).type : handed.type;
}

function makeMessage(): Message {
  // Doors read only these.
  return { id: newId(), createdAt: Date.now() } as Message;
}

function record(file: string, message: Message, text: string): void {
  const item = { type: 'UserMessage', client_id: clientIdOf(message), content: [{ type: 'text', text }] };
  const payload = { type: 'item_completed', item };
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify({ timestamp: new Date().toISOString(), type: 'event_msg', payload })}\n`);
}

function recordAnswer(file: string): void {
  const payload = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Fine.' }] };
  appendFileSync(file, `${JSON.stringify({ timestamp: new Date().toISOString(), type: 'response_item', payload })}\n`);
}

function forever(): Promise<void> {
  return new Promise(() => {});
}
