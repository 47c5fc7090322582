/** The door against a scripted server: what it posts, what it takes for proof, and what it survives. */
import { afterEach, expect, test } from 'vitest';
import type { HandedOver, Moment, SettledByDoor } from '../../../src/channels/front-door.js';
import { type DoorLimits, OpencodeDoor } from '../../../src/channels/opencode-http/door.js';
import { storedIds } from '../../../src/channels/opencode-http/ids.js';
import type { Message } from '../../../src/taskstore/message.js';
import { FakeOpencode } from './fake-opencode.js';

const LIMITS: DoorLimits = { evidenceMs: 150, nudgeMs: 20, openMs: 60_000, titleMs: 0, storedMs: 150 };
const MESSAGE = { id: '0b6f7a52-7a43-4c1e-9a55-3d0c3a4f1a11', createdAt: 1_794_981_925_706 } as Message;
const TEXT = '[A2A:0b6f7a52:tester] hello';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Setting {
  readonly limits?: Partial<DoorLimits>;
  readonly continued?: { readonly session: string | null };
  readonly screen?: string;
  /** Before the door is opened. */
  readonly before?: (fake: FakeOpencode) => void;
}

async function opened(setting: Setting = {}) {
  const fake = new FakeOpencode();
  setting.before?.(fake);
  const address = await fake.listen();
  let exit = () => {};
  const exited = new Promise<void>((resolve) => {
    exit = resolve;
  });
  const listeners = new Set<(chunk: Buffer) => void>();
  const terminal = {
    exited,
    screenText: () => setting.screen ?? '',
    onOutput: (listener: (chunk: Buffer) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const limits = { ...LIMITS, ...setting.limits };
  const door = new OpencodeDoor(terminal, { address, continued: setting.continued ?? null, limits });
  closing.push(async () => {
    await door.close();
    await fake.close();
  });
  const title = (text: string) => {
    for (const listener of listeners) listener(Buffer.from(`\x1b]0;${text}\x07`));
  };
  return { fake, door, exit, title };
}

async function opening(setting: Setting = {}) {
  const all = await opened(setting);
  await expect.poll(() => all.door.state).toEqual({ type: 'open' });
  return all;
}

async function hand(door: OpencodeDoor, message = MESSAGE, moment: Moment = 'now'): Promise<SettledByDoor> {
  const handed = await door.handOver({ message, text: TEXT, moment });
  if (handed.type === 'refused') throw new Error(handed.why);
  return handed.settled;
}

/** A person's prompt that is still being worked on. Resolves when the door knows of it. */
async function work(fake: FakeOpencode, door: OpencodeDoor, session: string): Promise<void> {
  fake.store(session, { messageID: 'msg_person', parts: [] });
  fake.status(session, 'busy');
  await expect.poll(() => door.evidence?.state).toBe('busy');
}

async function worked(fake: FakeOpencode, door: OpencodeDoor, session: string): Promise<void> {
  await work(fake, door, session);
  fake.status(session, 'idle');
  await expect.poll(() => door.evidence?.state).toBe('ready');
}

test('with no conversation on the screen it starts one, shows it, and posts the text under ids of our own', async () => {
  const { fake, door } = await opening();
  expect(await hand(door)).toEqual({ type: 'submitted' });
  const ids = storedIds(MESSAGE, 'ses_1');
  const parts = [{ id: ids.part, type: 'text', text: TEXT }];
  expect(fake.prompts).toEqual([{ messageID: ids.message, parts }]);
  expect(fake.selected).toEqual(['ses_1']);
});

test('a message is posted to the conversation that a person used last, with its agent and model', async () => {
  const { fake, door } = await opening();
  fake.addSession();
  const agent = 'plan';
  const used = fake.addSession({ agent, model: { id: 'm', providerID: 'p', variant: 'high' } });
  fake.addSession({ parentID: used });
  await worked(fake, door, used);
  expect(await hand(door)).toEqual({ type: 'submitted' });
  expect(fake.prompts[0]).toMatchObject({ agent, model: { providerID: 'p', modelID: 'm' }, variant: 'high' });
  expect(fake.stored.get(used)?.length).toBe(3);
});

test('the agent that the screen shows is used, not the one of the last message', async () => {
  const screen = '  ┃  half a draft\n  ┃\n  ┃  Plan · Model Provider\n  ╹▀▀▀▀';
  const { fake, door } = await opening({ screen });
  const session = fake.addSession({ agent: 'build', model: { id: 'm', providerID: 'p' } });
  await worked(fake, door, session);
  await hand(door);
  expect(fake.prompts[0]).toMatchObject({ agent: 'plan' });
  expect(fake.prompts[0]?.model).toBeUndefined();
});

test('if the title of the terminal names the conversation, it is not selected again; after /new another is begun', async () => {
  const { fake, door, title } = await opening();
  const session = fake.addSession({ title: 'Mending a fence' });
  title('OC | Mending a fence');
  await worked(fake, door, session);
  expect(await hand(door)).toEqual({ type: 'submitted' });
  expect(fake.selected).toEqual([]);
  title('OpenCode');
  expect(await hand(door, { ...MESSAGE, id: 'another' })).toEqual({ type: 'submitted' });
  expect(fake.selected).toEqual(['ses_2']);
});

test('that it is stored is no proof, and its time does not count while the agent works or asks', async () => {
  const { fake, door } = await opening({ limits: { evidenceMs: 1 } });
  const session = fake.addSession();
  await work(fake, door, session);
  fake.fate = () => 'stored';
  let settled: SettledByDoor | null = null;
  const proof = hand(door).then((found) => (settled = found));
  await expect.poll(() => fake.prompts.length).toBe(1);
  const metadata = { command: 'rm -rf "a b"' };
  fake.emit('permission.asked', { id: 'per_1', sessionID: session, permission: 'bash', patterns: ['rm *'], metadata });
  const asks = { tool: 'bash', command: 'rm -rf "a b"' };
  await expect.poll(() => door.evidence).toEqual({ state: 'waiting', by: 'event', asks });
  expect(settled).toBeNull();
  fake.emit('permission.replied', { sessionID: session, requestID: 'per_1', reply: 'once' });
  fake.answer(session);
  expect(await proof).toEqual({ type: 'submitted' });
  expect(fake.prompts.length).toBe(1);
});

test('what an interrupt left unread is set going by one empty message for all', async () => {
  const { fake, door } = await opening();
  const session = fake.addSession();
  await work(fake, door, session);
  fake.fate = ({ parts }) => (parts.length > 0 ? 'stored' : 'answered');
  const proofs = [hand(door), hand(door, { ...MESSAGE, id: 'another' })];
  await expect.poll(() => fake.prompts.length).toBe(2);
  fake.status(session, 'idle');
  expect(await Promise.all(proofs)).toEqual([{ type: 'submitted' }, { type: 'submitted' }]);
  expect(fake.prompts.map(({ parts }) => parts.length)).toEqual([1, 1, 0]);
});

test('without any sign of a turn it is uncertain, after one attempt to set it going', async () => {
  const { fake, door } = await opening({ limits: { evidenceMs: 50 } });
  fake.fate = () => 'stored';
  expect(await hand(door)).toEqual({ type: 'uncertain', reason: 'no_evidence' });
  expect(fake.prompts.map(({ parts }) => parts.length)).toEqual([1, 0]);
});

test('a server that does not tell is asked again before the message is given up', async () => {
  const { fake, door } = await opening({ limits: { evidenceMs: 300 } });
  fake.fate = () => 'stored';
  const proof = hand(door);
  await expect.poll(() => fake.prompts.length).toBe(1);
  const { password } = fake;
  let asked = 0;
  fake.hangs = () => {
    asked += 1;
    return false;
  };
  // Every answer is an error now.
  fake.password = 'another';
  await expect.poll(() => asked, { interval: 10 }).toBeGreaterThan(2);
  fake.password = password;
  fake.answer('ses_1');
  expect(await proof).toEqual({ type: 'submitted' });
});

test('a server that leaves questions and the first conversation without an answer gets its time', async () => {
  const { fake, door } = await opening({ limits: { evidenceMs: 50 } });
  const refused: string[] = [];
  // As errors, because a question without an answer takes seconds.
  fake.refuses = (method, path) => {
    const isHard = (method === 'POST' && path === '/session') || path.includes('/message/');
    const times = refused.filter((each) => each === method).length;
    if (!isHard || times >= 2) return false;
    refused.push(method);
    return true;
  };
  expect(await hand(door)).toEqual({ type: 'submitted' });
  expect(refused).toEqual(['POST', 'POST', 'GET', 'GET']);
  expect(fake.prompts.length).toBe(1);
});

test('the next message is posted only when the one before it is stored', async () => {
  const { fake, door } = await opening({ limits: { storedMs: 20 } });
  let left = 3;
  fake.fate = () => (left-- > 0 ? 'forgotten' : 'answered');
  const next = { ...MESSAGE, id: 'another' };
  expect(await Promise.all([hand(door), hand(door, next)])).toEqual([{ type: 'submitted' }, { type: 'submitted' }]);
  const [first, last] = [MESSAGE, next].map((each) => storedIds(each, 'ses_1').message);
  expect(fake.prompts.map(({ messageID }) => messageID)).toEqual([first, first, first, first, last]);
});

test('what was accepted but not stored is posted again with the same ids, and dropped if that does not help', async () => {
  const { fake, door } = await opening({ limits: { storedMs: 30, evidenceMs: 30 } });
  let posts = 0;
  fake.fate = () => (++posts < 2 ? 'forgotten' : 'answered');
  expect(await hand(door)).toEqual({ type: 'submitted' });
  expect(new Set(fake.prompts.map(({ messageID }) => messageID)).size).toBe(1);
  fake.fate = () => 'forgotten';
  expect(await hand(door, { ...MESSAGE, id: 'another' })).toMatchObject({ type: 'dropped' });
});

test('what an earlier run has stored is not posted again, and known as read only if it was answered', async () => {
  const ids = storedIds(MESSAGE, 'ses_1');
  const { fake, door } = await opening({
    continued: { session: null },
    before: (fake) => {
      fake.addSession({ title: 'Before' });
      fake.store('ses_1', { messageID: ids.message, parts: [{ id: ids.part }] });
    },
  });
  expect(await door.recordOf(MESSAGE)).toBe('absent');
  expect(await hand(door)).toEqual({ type: 'submitted' });
  expect(fake.prompts.map(({ parts }) => parts.length)).toEqual([0]);
  expect(await door.recordOf(MESSAGE)).toBe('answered');
  expect(await door.recordOf({ ...MESSAGE, id: 'another' })).toBe('absent');
});

test('a cut stream, garbage and half a character are survived, and what was missed is read from the store', async () => {
  const { fake, door } = await opening({ limits: { evidenceMs: 60_000, nudgeMs: 60_000 } });
  fake.fate = () => 'stored';
  const proof = hand(door);
  await expect.poll(() => fake.prompts.length).toBe(1);
  fake.write(
    'data: {"type":\n\ndata: [1,2]\n\nnonsense\n\ndata: {"type":"message.updated","properties":{"info":7}}\n\n',
  );
  fake.write(Buffer.from([0x64, 0x61, 0xe3, 0x81]));
  fake.cutStreams();
  await expect.poll(() => fake.streams).toBe(0);
  fake.answer('ses_1');
  expect(await proof).toEqual({ type: 'submitted' });
});

test('messages are stored in the order in which they were handed over', async () => {
  const { fake, door } = await opening();
  const messages = Array.from({ length: 10 }, (_, index) => ({ ...MESSAGE, id: `message ${index}` }));
  await Promise.all(messages.map((message) => hand(door, message)));
  expect(fake.prompts.map(({ messageID }) => messageID)).toEqual(
    messages.map((each) => storedIds(each, 'ses_1').message),
  );
});

test('a message for an idle agent waits for the end of the turn', async () => {
  const { fake, door } = await opening();
  const session = fake.addSession();
  await work(fake, door, session);
  const proof = hand(door, MESSAGE, 'idle');
  await hand(door, { ...MESSAGE, id: 'now' });
  expect(await proof).toEqual({ type: 'submitted' });
  expect(fake.prompts.map(({ messageID }) => messageID)).toEqual([
    storedIds({ ...MESSAGE, id: 'now' }, session).message,
    storedIds(MESSAGE, session).message,
  ]);
});

test('a server that wants another password, or never answers, breaks the door with the reason', async () => {
  const wrong = await opened({ before: (fake) => (fake.password = 'another') });
  await expect.poll(() => wrong.door.state).toEqual({ type: 'broken', why: 'its server refused the password' });
  const mute = await opened({ before: (fake) => (fake.hangs = () => true), limits: { openMs: 100 } });
  await expect
    .poll(() => mute.door.state)
    .toMatchObject({ type: 'broken', why: expect.stringContaining('did not open') });
  expect((await mute.door.handOver({ message: MESSAGE, text: TEXT, moment: 'now' })).type).toBe('refused');
  expect(await mute.door.recordOf(MESSAGE)).toBe('absent');
});

test('a program that shows nothing yet has more time to open its server', async () => {
  let hangs = true;
  const before = (fake: FakeOpencode) => (fake.hangs = () => hangs);
  const setting = { before, limits: { openMs: 1_000 } };
  const [blank, drawn] = await Promise.all([opened(setting), opened({ ...setting, screen: 'Ask anything' })]);
  await expect.poll(() => drawn.door.state.type).toBe('broken');
  expect(blank.door.state).toEqual({ type: 'opening' });
  hangs = false;
  blank.fake.drop();
  await expect.poll(() => blank.door.state).toEqual({ type: 'open' });
});

test('the end of the program settles what is open, and closing ends every connection', async () => {
  const { fake, door, exit } = await opening();
  fake.fate = () => 'stored';
  const session = fake.addSession();
  await work(fake, door, session);
  const proof = hand(door);
  await expect.poll(() => fake.prompts.length).toBe(1);
  exit();
  expect(await proof).toMatchObject({ type: 'uncertain', reason: expect.stringContaining('the program has ended') });
  expect(door.state).toEqual({ type: 'broken', why: 'the program has ended' });
  await expect.poll(() => fake.connections).toBe(0);
  const late: HandedOver = await door.handOver({ message: MESSAGE, text: TEXT, moment: 'now' });
  expect(late).toEqual({ type: 'refused', why: 'the program has ended' });
});
