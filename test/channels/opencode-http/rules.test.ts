/** What the door decides without a server. */
import { expect, test } from 'vitest';
import { continuedBy, hasServer, withoutProxy, withServer } from '../../../src/channels/opencode-http/command.js';
import { storedIds } from '../../../src/channels/opencode-http/ids.js';
import { advance, POSTED, type Progress, wasRead } from '../../../src/channels/opencode-http/read-proof.js';
import { Sessions } from '../../../src/channels/opencode-http/sessions.js';
import { shownAgent } from '../../../src/channels/opencode-http/shown-agent.js';
import { ShownSession } from '../../../src/channels/opencode-http/shown-session.js';
import { EventStream } from '../../../src/channels/opencode-http/sse.js';
import { TerminalTitle } from '../../../src/channels/opencode-http/terminal-title.js';
import {
  eventOf,
  type MessageInfo,
  type ServerEvent,
  type StoredMessage,
} from '../../../src/channels/opencode-http/wire.js';

test.each([
  ['opencode', '1.18.33', true],
  ['/usr/bin/opencode --continue', '1.18.0', true],
  ['node /opt/opencode-ai/bin/opencode some/folder', '2.0.0', true],
  ['opencode --model a/b --agent plan', '1.18.33', true],
  ['opencode', '1.17.9', false],
  ['opencode', null, false],
  ['opencode run hello', '1.18.33', false],
  ['opencode serve', '1.18.33', false],
  ['opencode --port 4096', '1.18.33', false],
  ['opencode --hostname=0.0.0.0', '1.18.33', false],
  ['opencode --mini', '1.18.33', false],
  ['ssh box opencode', '1.18.33', false],
  ['docker run -it box opencode', '1.18.33', false],
] as const)('whether %s in version %s has a server: %s', (command, version, expected) => {
  expect(hasServer(command.split(' '), version)).toBe(expected);
});

test('the address comes before anything that is no option', () => {
  expect(withServer(['opencode', '-c'], 20_001).join(' ')).toBe('opencode -c --port 20001 --hostname 127.0.0.1');
  expect(withServer(['opencode', '--', 'x'], 1).join(' ')).toBe('opencode --port 1 --hostname 127.0.0.1 -- x');
});

test('it is known whether the program continues a conversation, and which', () => {
  expect(continuedBy(['opencode'])).toBeNull();
  expect(continuedBy(['opencode', '-c'])).toEqual({ session: null });
  expect(continuedBy(['opencode', '--session', 'ses_1'])).toEqual({ session: 'ses_1' });
  expect(continuedBy(['opencode', '--session=ses_1', '-c'])).toEqual({ session: 'ses_1' });
});

test('a proxy is kept from the requests to the own server', () => {
  expect(withoutProxy({ HOME: '/h' })).toEqual({});
  const list = 'corp,127.0.0.1';
  expect(withoutProxy({ https_proxy: 'http://p', NO_PROXY: 'corp' })).toEqual({ NO_PROXY: list, no_proxy: list });
});

test('ids are the same each time, differ between sessions, begin as opencode wants and sort by time', () => {
  const message = { id: 'a', createdAt: 1_794_981_925_730 };
  const ids = storedIds(message, 'ses_1');
  expect(storedIds(message, 'ses_1')).toEqual(ids);
  expect(storedIds(message, 'ses_2')).not.toEqual(ids);
  expect(ids.message).toMatch(/^msg_1ed429362000[0-9A-Za-z]{14}$/);
  expect(ids.part).toMatch(/^prt_[0-9a-f]{12}[0-9A-Za-z]{14}$/);
  const later = storedIds({ id: 'b', createdAt: message.createdAt + 1 }, 'ses_1');
  expect(later.message > ids.message).toBe(true);
});

test('events are found however the stream is cut', () => {
  const bytes = Buffer.from('event: message\ndata: {"a":"日本"}\n\n: comment\n\ndata: 1\r\n\r\ndata: cut');
  for (let size = 1; size < bytes.length; size += 1) {
    const stream = new EventStream();
    const found = [];
    for (let at = 0; at < bytes.length; at += size) found.push(...stream.feed(bytes.subarray(at, at + size)));
    expect(found).toEqual(['{"a":"日本"}', '1']);
  }
});

test.each(['', 'null', '7', '[]', '{', '{"type":"session.status"}', '{"type":"permission.asked","properties":[]}'])(
  'the event %s means nothing',
  (data) => expect(eventOf(data)).toBeNull(),
);

const WATCHED = { session: 'ses_1', message: 'msg_ours', part: 'prt_ours' };
const STORED: ServerEvent = {
  type: 'part',
  part: { id: 'prt_ours', message: 'msg_ours', session: 'ses_1', type: 'text' },
};
const BUSY: ServerEvent = { type: 'status', session: 'ses_1', isBusy: true };
const IDLE: ServerEvent = { type: 'status', session: 'ses_1', isBusy: false };
const ANSWER: MessageInfo = {
  id: 'msg_answer',
  session: 'ses_1',
  role: 'assistant',
  parent: 'msg_ours',
  createdAt: 3,
  isDone: false,
  isSummary: false,
};
const TURN: ServerEvent = { type: 'message', message: ANSWER };
const START: ServerEvent = {
  type: 'part',
  part: { id: 'prt_start', message: 'msg_answer', session: 'ses_1', type: 'step-start' },
};

function after(...events: ServerEvent[]): Progress['type'] {
  return events.reduce((progress, event) => advance(progress, event, WATCHED), POSTED).type;
}

test('a message is read when the model begins an answer of a step that began after it was stored', () => {
  expect(after(STORED, BUSY, TURN, START)).toBe('read');
  expect(after(BUSY, TURN, STORED, START)).toBe('stored');
  expect(after(BUSY, STORED, TURN, START)).toBe('stored');
  expect(after(TURN, STORED, BUSY, TURN, START)).toBe('begun');
  expect(after(STORED, BUSY, TURN, IDLE, START)).toBe('stored');
  expect(after(STORED, BUSY, { type: 'message', message: { ...ANSWER, isSummary: true } }, START)).toBe('begun');
  expect(after(STORED, { ...BUSY, session: 'ses_2' }, TURN, START)).toBe('stored');
});

function stored(message: Partial<MessageInfo>, ...types: string[]): StoredMessage {
  const info = { ...ANSWER, role: 'user' as const, parent: null, ...message };
  return { ...info, parts: types.map((type) => ({ id: type, message: info.id, session: 'ses_1', type })) };
}

test('what is stored tells whether a message was read', () => {
  const ours = stored({ id: 'msg_ours', createdAt: 2 }, 'text');
  const before = stored({ id: 'msg_before', createdAt: 1 }, 'text');
  const later = stored({ id: 'msg_later', createdAt: 4 });
  const answer = (parent: string, ...types: string[]) =>
    stored({ id: `to ${parent}`, role: 'assistant', parent, createdAt: 5 }, ...types);
  expect(wasRead(ours, [before, ours])).toBe(false);
  expect(wasRead(ours, [before, answer('msg_before', 'step-start'), ours])).toBe(false);
  expect(wasRead(ours, [before, ours, answer('msg_before', 'step-start')])).toBe(false);
  expect(wasRead(ours, [before, ours, answer('msg_ours')])).toBe(false);
  expect(wasRead(ours, [before, ours, answer('msg_ours', 'step-start')])).toBe(true);
  expect(wasRead(ours, [ours, later, answer('msg_later', 'step-start')])).toBe(true);
  expect(wasRead(ours, [later, answer('msg_later', 'step-start')])).toBe(true);
  expect(wasRead(ours, [later, answer('msg_older', 'step-start')])).toBe(true);
});

test('the title of the terminal is found in any output, the latest one', () => {
  const bytes = Buffer.from('text\x1b]0;OpenCode\x07\x1b[31mred\x1b]2;OC | 日本語\x1b\\more\x1b]11;?\x07');
  for (let size = 1; size <= bytes.length; size += 1) {
    const titles = new TerminalTitle();
    let latest: string | null = null;
    for (let at = 0; at < bytes.length; at += size) latest = titles.feed(bytes.subarray(at, at + size)) ?? latest;
    expect(latest).toBe('OC | 日本語');
  }
});

test('the agent is read from the last line of the box only', () => {
  const agents = ['build', 'plan', 'my-agent'];
  expect(shownAgent('  ┃  Build · x\n  ┃\n  ┃  Plan · Model Provider\n  ╹▀▀▀', agents)).toBe('plan');
  expect(shownAgent('  ┃  My-agent · Model · high\n  ╹▀▀▀', agents)).toBe('my-agent');
  expect(shownAgent('  ┃  Shell\n  ╹▀▀▀', agents)).toBeNull();
  expect(shownAgent('  △ Permission required', agents)).toBeNull();
});

test('the shown conversation follows titles and the messages of the person', () => {
  const sessions = new Sessions();
  const titled = { parent: null, agent: null, model: null };
  const list = [
    { ...titled, id: 'ses_1', title: 'One', updatedAt: 1 },
    { ...titled, id: 'ses_2', title: 'Two', updatedAt: 2 },
    { ...titled, id: 'ses_3', title: 'New session - 2026-01-01T00:00:00.000Z', updatedAt: 3 },
    { ...titled, id: 'ses_4', title: 'Look around', updatedAt: 4, parent: 'ses_1' },
  ];
  sessions.load({ sessions: list, busy: ['ses_1'], questions: [] });
  const shown = new ShownSession(sessions);
  expect(shown.now).toEqual({ session: null, isSure: false });
  const said = (session: string, createdAt: number): ServerEvent => ({
    type: 'message',
    message: { ...ANSWER, role: 'user', session, createdAt },
  });
  shown.take(said('ses_2', 9));
  shown.take(said('ses_1', 5));
  expect(shown.now).toEqual({ session: 'ses_2', isSure: false });
  shown.retitle('OC | One');
  expect(shown.now).toEqual({ session: 'ses_1', isSure: true });
  shown.retitle('OC | Look around');
  expect(shown.now).toEqual({ session: 'ses_1', isSure: true });
  shown.retitle('OpenCode');
  expect(shown.now).toEqual({ session: null, isSure: false });
  shown.take(said('ses_3', 10));
  expect(shown.now).toEqual({ session: 'ses_3', isSure: false });
});

test('a screen that has not shown the conversation yet is no sign that somebody has left it', () => {
  const sessions = new Sessions();
  const title = 'One';
  sessions.take({
    type: 'session',
    session: { id: 'ses_1', parent: null, title, agent: null, model: null, updatedAt: 1 },
  });
  const shown = new ShownSession(sessions);
  shown.follow('ses_1');
  shown.retitle('OpenCode');
  expect(shown.now).toEqual({ session: 'ses_1', isSure: false });
  shown.retitle('OC | One');
  shown.retitle('OpenCode');
  expect(shown.now).toEqual({ session: null, isSure: false });
  shown.follow('ses_2');
  shown.follow('ses_1');
  expect(shown.now).toEqual({ session: 'ses_1', isSure: false });
});

test('a question of a subagent is one of its conversation, and ends with its work', () => {
  const sessions = new Sessions();
  const base = { title: '', agent: null, model: null, updatedAt: 0 };
  const list = [
    { ...base, id: 'ses_1', parent: null },
    { ...base, id: 'ses_2', parent: 'ses_1' },
  ];
  const question = { id: 'per_1', session: 'ses_2', tool: 'edit', command: 'a.txt' };
  sessions.load({ sessions: list, busy: ['ses_1', 'ses_2'], questions: [question] });
  expect(sessions.evidenceOf('ses_1')).toMatchObject({ state: 'waiting', asks: { tool: 'edit', command: 'a.txt' } });
  sessions.take({ type: 'status', session: 'ses_2', isBusy: false });
  expect(sessions.evidenceOf('ses_1')).toEqual({ state: 'busy', by: 'event', asks: null });
  expect(sessions.evidenceOf(null).state).toBe('ready');
});
