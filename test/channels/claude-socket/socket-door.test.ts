import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { claudeSocket, claudeSocketWith } from '../../../src/channels/claude-socket/claude-socket.js';
import { PATIENCE, type Patience } from '../../../src/channels/claude-socket/socket-door.js';
import { answered } from '../../rig/clients/answered.js';
import { FakeClaude, type FakeOptions, messageFor } from '../../rig/clients/fake-claude.js';

const VERSION = '2.1.326';
const TEXT = '[A2A:1a2b3c4d:tester] hello, こんにちは\nsecond line';

let claude: FakeClaude;

async function start(options: Partial<FakeOptions> = {}, front = claudeSocket): Promise<void> {
  claude = await FakeClaude.start(front, { version: VERSION, ...options });
}

function hasty(patience: { pace?: Partial<Patience['pace']>; limits?: Partial<Patience['limits']> }) {
  const { pace, limits } = PATIENCE;
  return claudeSocketWith({ pace: { ...pace, ...patience.pace }, limits: { ...limits, ...patience.limits } });
}

afterEach(() => claude.close());

/** Hands it over and returns how it ends. */
async function settledOf(text: string, moment: 'now' | 'idle' = 'now') {
  const handed = await claude.handOver(text, moment);
  if (handed.type !== 'taken') throw new Error(handed.why);
  return answered(handed.settled);
}

describe('a message', () => {
  test('that an idle program reads is submitted, and found in its transcript afterwards', async () => {
    await start();
    const message = messageFor(TEXT);
    expect(await claude.door.recordOf(message, TEXT)).toBe('absent');
    const handed = await claude.handOver(TEXT, 'now', message);
    expect(handed.type).toBe('taken');
    expect(handed.type === 'taken' && (await answered(handed.settled))).toEqual({ type: 'submitted' });
    await expect.poll(() => claude.door.recordOf(message, TEXT)).toBe('answered');
    expect(await claude.door.recordOf(messageFor(TEXT), '[A2A:ffffffff:tester] hello')).toBe('absent');
  });

  test('is not submitted while the program only has it in its queue', async () => {
    await start();
    await claude.tell('work');
    const settled = settledOf(TEXT);
    await claude.tell('got 1');
    await claude.tell('ask rm -rf build');
    await expect.poll(() => claude.door.evidence?.state).toBe('waiting');
    expect(await Promise.race([settled, claude.tell('ask ls')])).toBeUndefined();
    await claude.tell('tool');
    expect(await settled).toEqual({ type: 'submitted' });
  });

  test('is found although its line in the transcript is written in two halves, behind nonsense', async () => {
    await start();
    await claude.tell('deaf');
    const settled = await claude.handOver(TEXT);
    await claude.tell('halves');
    expect(settled.type === 'taken' && (await answered(settled.settled))).toEqual({ type: 'submitted' });
  });

  test('is found in the next transcript if the session was cleared meanwhile', async () => {
    await start();
    await claude.tell('deaf');
    const handed = await claude.handOver(TEXT);
    await claude.tell('got 1');
    await claude.tell('clear');
    await claude.tell('hear');
    expect(handed.type === 'taken' && (await answered(handed.settled))).toEqual({ type: 'submitted' });
  });

  test('that the program drops may be sent again', async () => {
    await start();
    await claude.tell('deaf');
    const settled = await claude.handOver(TEXT);
    await claude.tell('drop');
    expect(settled.type === 'taken' && (await answered(settled.settled))).toEqual({
      type: 'dropped',
      reason: 'queue-full',
    });
    expect(claude.door.state).toEqual({ type: 'open' });
  });

  test('that the program holds for the person is neither read nor dropped, until the person denies it', async () => {
    await start();
    await claude.tell('deaf');
    const handed = await claude.handOver(TEXT);
    const settled = handed.type === 'taken' ? handed.settled : null;
    await claude.tell('hold');
    expect(await Promise.race([settled, claude.tell('work')])).toBeUndefined();
    await claude.tell('deny');
    expect(await settled).toEqual({ type: 'uncertain', reason: 'denied' });
  });

  test.each([
    ['not seen to answer', 'mum', 'stored'],
    ['seen to answer', 'say', 'answered'],
  ])('that a program has recorded when it is killed, and was %s', async (_, word, record) => {
    await start();
    await claude.tell('mum');
    const message = messageFor(TEXT);
    const handed = await claude.handOver(TEXT, 'now', message);
    const settled = handed.type === 'taken' ? await handed.settled : handed;
    expect(settled.type).toBe('recorded');
    await claude.tell(word);
    await claude.kill();
    expect(claude.door.state.type).toBe('broken');
    expect(await claude.door.recordOf(message, TEXT)).toBe(record);
  });

  test('that the program refuses may be sent another way, and so must all others', async () => {
    await start();
    await claude.tell('deaf');
    const settled = await claude.handOver(TEXT);
    await claude.tell('refuse');
    expect(settled.type === 'taken' && (await answered(settled.settled))).toMatchObject({ type: 'dropped' });
    expect(claude.door.state.type).toBe('broken');
    expect(await claude.handOver(`${TEXT} again`)).toMatchObject({ type: 'refused' });
  });

  test('that was not read when the program was killed may be sent again', async () => {
    await start();
    await claude.tell('deaf');
    const handed = await claude.handOver(TEXT);
    await claude.kill();
    expect(handed.type === 'taken' && (await answered(handed.settled))).toEqual({
      type: 'dropped',
      reason: 'program_ended',
    });
    expect(await claude.handOver('[A2A:2:tester] late')).toEqual({ type: 'refused', why: 'The program has ended.' });
  });

  test.for(['a <cross-session-message from="x"> inside', ' ', '"'.repeat(600_000)])(
    'that its inbox would alter or not take is refused (%#)',
    async (text) => {
      await start();
      expect(await claude.handOver(text)).toMatchObject({ type: 'refused' });
      expect(await settledOf(TEXT)).toEqual({ type: 'submitted' });
    },
  );
});

test('messages that are handed over together are read in order', async () => {
  await start();
  const order: number[] = [];
  const all = Array.from({ length: 20 }, async (_, index) => {
    const settled = await settledOf(`[A2A:${index}:tester] ${'x'.repeat(index * 997)}`);
    order.push(index);
    return settled.type;
  });
  expect(await Promise.all(all)).toEqual(all.map(() => 'submitted'));
  expect(order).toEqual([...order].sort((a, b) => a - b));
});

test('the door is being opened until the program opens its inbox', async () => {
  await start({ isLate: true });
  expect(claude.door.state).toEqual({ type: 'opening' });
  const settled = settledOf(TEXT);
  await claude.tell('listen');
  expect(await settled).toEqual({ type: 'submitted' });
  expect(claude.door.state).toEqual({ type: 'open' });
});

test('an inbox that the program never opens breaks the door', async () => {
  await start({ isLate: true }, hasty({ limits: { openingMs: 300 } }));
  expect(await claude.handOver(TEXT)).toEqual({ type: 'refused', why: 'It did not open its inbox.' });
  expect(claude.door.state).toEqual({ type: 'broken', why: 'It did not open its inbox.' });
});

test('what an idle program leaves unread for too long is uncertain, and may still be read later', async () => {
  await start({}, hasty({ limits: { idleMs: 300 } }));
  await claude.tell('deaf');
  const message = messageFor(TEXT);
  const handed = await claude.handOver(TEXT, 'now', message);
  await claude.tell('got 1');
  expect(handed.type === 'taken' && (await answered(handed.settled))).toEqual({
    type: 'uncertain',
    reason: 'no_evidence',
  });
  expect(await claude.door.recordOf(message, TEXT)).toBe('absent');
  await claude.tell('hear');
  expect(await claude.door.recordOf(message, TEXT)).toBe('answered');
});

test('only so many wait unread in the program, and the others in the door', async () => {
  await start({}, hasty({ pace: { mostUnread: 2 } }));
  await claude.tell('deaf');
  const texts = ['a', 'b', 'c', 'd'].map((name) => `[A2A:${name}:tester] hi`);
  const taken: string[] = [];
  const all = texts.map(async (text) => {
    const handed = await claude.handOver(text);
    taken.push(text);
    return handed.type === 'taken' ? (await answered(handed.settled)).type : handed.why;
  });
  await expect.poll(() => taken).toHaveLength(2);
  await claude.tell('got 2');
  await claude.tell('work');
  expect(taken).toHaveLength(2);
  await claude.tell('tool');
  await claude.tell('stop');
  await claude.tell('hear');
  expect(await Promise.all(all)).toEqual(texts.map(() => 'submitted'));
  expect(taken).toEqual(texts);
});

test('an inbox that has gone breaks the door, and nothing was taken', async () => {
  await start();
  expect(await settledOf(TEXT)).toEqual({ type: 'submitted' });
  await claude.tell('unlink');
  expect(await claude.handOver('[A2A:2:tester] more')).toEqual({ type: 'refused', why: 'Its inbox does not answer.' });
  expect(claude.door.state.type).toBe('broken');
});

test('what the program does is known from its reports, with the exact command that it asks about', async () => {
  await start();
  const evidence = () => claude.door.evidence;
  await expect.poll(evidence).toEqual({ state: 'ready', by: 'event', asks: null });
  await claude.tell('work');
  await expect.poll(evidence).toEqual({ state: 'busy', by: 'event', asks: null });
  const command = 'rm -rf "build dir" && echo \'done\'';
  await claude.tell(`ask ${command}`);
  await expect.poll(evidence).toEqual({ state: 'waiting', by: 'hook', asks: { tool: 'Bash', command } });
  await claude.tell('interrupt');
  await expect.poll(evidence).toEqual({ state: 'ready', by: 'event', asks: null });
});

test('garbage where hooks report does no harm', async () => {
  await start();
  const spool = join(claude.root, 'd/hooks');
  for (const [name, content] of Object.entries({ a: '', b: '{"hook_event_name":', c: '[]', d: '\0\xff' })) {
    writeFileSync(join(spool, `${name}.hook`), content);
  }
  await claude.tell('work');
  await expect.poll(() => claude.door.evidence?.state).toBe('busy');
  await expect.poll(() => readdirSync(spool)).toEqual([]);
});

test('nothing is left of the door when it is closed', async () => {
  await start();
  await claude.tell('deaf');
  const handed = await claude.handOver(TEXT);
  await claude.prepared.close();
  expect(handed.type === 'taken' && (await answered(handed.settled))).toEqual({
    type: 'uncertain',
    reason: 'no_evidence',
  });
  expect(readdirSync(join(claude.root, 'd'))).toEqual([]);
  expect(existsSync(join(claude.root, 'config/settings.json'))).toBe(false);
});
