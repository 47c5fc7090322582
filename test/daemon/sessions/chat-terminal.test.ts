import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Envelope } from '../../../src/a2a/decode.js';
import { EventHub } from '../../../src/daemon/events.js';
import type { TeamInbox } from '../../../src/daemon/mail/incoming/inbox.js';
import { ChatTerminal } from '../../../src/daemon/sessions/chat-terminal.js';
import { ProgramSession } from '../../../src/daemon/sessions/program-session.js';
import { sayIn } from '../../../src/i18n.js';
import { Log } from '../../../src/log.js';
import { enterProject } from '../../../src/team/sessions/enter-project.js';
import { callTool } from '../../../src/tools/call/call.js';
import { eventually } from '../../rig/times.js';
import { type TestTeam, testProject, testTeam } from '../../team/rig.js';

/** An inbox that stores messages by id, and can be made to fail. */
class FakeInbox {
  readonly kept = new Map<string, string>();
  /** What an earlier terminal has read. */
  readonly submitted = new Set<string>();
  tries = 0;
  isFull = false;

  async receiveFromTeam(envelope: Envelope): Promise<{ message: { receipt: { state: string } } }> {
    const id = String(envelope.messageId);
    this.tries += 1;
    if (this.isFull) throw new Error('the disk is full');
    this.kept.set(id, envelope.text);
    return { message: { receipt: { state: this.submitted.has(id) ? 'submitted' : 'delivered' } } };
  }

  texts(): string[] {
    return [...this.kept.values()];
  }
}

const events = new EventHub({ error: () => {} });

const terminal = (rig: TestTeam, inbox: FakeInbox, token: string, typist = { isFree: true }) =>
  new ChatTerminal({
    team: rig.team,
    member: { projectId: 'shop', agentId: 'worker-b' },
    inbox: inbox as unknown as TeamInbox,
    log: new Log(join(rig.dir, 'log')),
    session: new ProgramSession({
      team: rig.team,
      member: { projectId: 'shop', agentId: 'worker-b' },
      purpose: 'chat',
      holder: 'nobody/1',
      token,
      // As if it was started for its work, so no new session is opened after a logout.
      isForOneWork: true,
    }),
    typist,
    events,
    say: sayIn('en'),
    why: null,
  });

async function session(rig: TestTeam, agentId: string, purpose: 'chat' | 'task' = 'chat'): Promise<string> {
  return (await enterProject(rig.team, { agentId, projectId: 'shop', purpose, holder: null })).token;
}

function caller(rig: TestTeam, token: string) {
  const { signal } = new AbortController();
  return (name: string, body: Record<string, unknown> = {}) =>
    callTool(rig.team, { name, body, token, language: 'en', signal });
}

test('what a daemon took but did not store before it died is typed by the next one, once', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const call = caller(rig, await session(rig, 'worker-a'));
  const token = await session(rig, 'worker-b');
  const dying = new FakeInbox();
  dying.isFull = true;
  const first = terminal(rig, dying, token);
  await first.start();
  await call('start_conversation', { target_agent_id: 'worker-b', initial_message: 'りんご' });
  await eventually(() => expect(dying.tries).toBeGreaterThan(0));
  first.end();
  const inbox = new FakeInbox();
  const second = terminal(rig, inbox, token);
  await second.start();
  expect(inbox.texts()).toEqual([expect.stringContaining('wants to talk'), 'りんご']);
  const again = new FakeInbox();
  second.end();
  for (const [id, text] of inbox.kept) again.kept.set(id, text);
  const third = terminal(rig, again, token);
  await third.start();
  third.end();
  expect(again.texts()).toEqual(inbox.texts());
});

test('what was stored is not typed again, even after the agent’s old messages were deleted', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const call = caller(rig, await session(rig, 'worker-a'));
  const token = await session(rig, 'worker-b');
  const inbox = new FakeInbox();
  const first = terminal(rig, inbox, token);
  await first.start();
  await call('start_conversation', { target_agent_id: 'worker-b', initial_message: 'りんご' });
  await eventually(() => expect(inbox.texts()).toContain('りんご'));
  await call('end_conversation');
  await eventually(() => expect(inbox.texts()).toHaveLength(3));
  await eventually(async () => {
    const rows = await rig.team.store.read((db) => db.selectFrom('conversations').selectAll().execute());
    expect(rows).toMatchObject([{ request_seen: 1, participant_told: 1, state: 'ended' }]);
  });
  first.end();
  const pruned = new FakeInbox();
  const second = terminal(rig, pruned, token);
  await second.start();
  second.end();
  expect(pruned.texts()).toEqual([]);
});

test('after a logout in a chat terminal nothing more is typed; new chat waits for the next session', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const call = caller(rig, await session(rig, 'worker-a'));
  const token = await session(rig, 'worker-b');
  const inbox = new FakeInbox();
  const left = terminal(rig, inbox, token);
  await left.start();
  await call('start_conversation', { target_agent_id: 'worker-b' });
  await eventually(() => expect(inbox.texts()).toHaveLength(1));
  await caller(rig, token)('logout');
  await call('send_message', { target_agent_id: 'worker-b', content: 'りんご' });
  const next = caller(rig, await session(rig, 'worker-b'));
  expect(await next('get_pending_messages')).toMatchObject({ pending_messages: [{ content: 'りんご' }] });
  left.end();
  expect(inbox.texts()).toHaveLength(1);
});

test('the terminal and tool calls share the messages: none is handed out twice, none is lost', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const token = await session(rig, 'worker-b');
  const [a, b] = [caller(rig, await session(rig, 'worker-a')), caller(rig, token)];
  const inbox = new FakeInbox();
  const typing = terminal(rig, inbox, token);
  await typing.start();
  await a('start_conversation', { target_agent_id: 'worker-b', max_turns: 40 });
  const called: string[] = [];
  const words = Array.from({ length: 20 }, (_, index) => `word ${index}`);
  for (const content of words) {
    const [, answer] = await Promise.all([
      a('send_message', { target_agent_id: 'worker-b', content }),
      b('get_pending_messages'),
    ]);
    called.push(...(answer.pending_messages as { content: string }[]).map((message) => message.content));
  }
  await eventually(() => {
    const typed = inbox.texts().filter((text) => text.startsWith('word'));
    expect([...typed, ...called].sort()).toEqual([...words].sort());
  });
  typing.end();
});

test('messages are taken only when they can be typed; until then a tool can fetch them, and requests are joined', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const token = await session(rig, 'worker-b');
  const [a, b] = [caller(rig, await session(rig, 'worker-a')), caller(rig, token)];
  const inbox = new FakeInbox();
  const typist = { isFree: false };
  const typing = terminal(rig, inbox, token, typist);
  await typing.start();
  await a('start_conversation', { target_agent_id: 'worker-b', initial_message: 'one' });
  for (const content of ['two', 'three']) await a('send_message', { target_agent_id: 'worker-b', content });
  const states = () => rig.team.store.read((db) => db.selectFrom('conversations').select('state').execute());
  await eventually(async () => expect(await states()).toEqual([{ state: 'active' }]));
  expect(await b('get_next_action')).toMatchObject({ action: 'conversation_request' });
  expect(await b('get_pending_messages', { limit: 1 })).toMatchObject({ pending_messages: [{ content: 'one' }] });
  expect(inbox.texts()).toEqual([]);
  const receive = inbox.receiveFromTeam.bind(inbox);
  inbox.receiveFromTeam = (envelope) => {
    typist.isFree = false;
    return receive(envelope);
  };
  for (const word of ['two', 'three']) {
    typist.isFree = true;
    events.emit('typistIdle');
    await eventually(() => expect(inbox.texts().at(-1)).toBe(word));
  }
  await a('end_conversation');
  typist.isFree = true;
  events.emit('typistIdle');
  await eventually(() => expect(inbox.texts().at(-1)).toContain('has ended'));
  expect(inbox.texts()).toHaveLength(3);
  typing.end();
});

test('the last message is typed before the end of the conversation', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const call = caller(rig, await session(rig, 'worker-a'));
  const inbox = new FakeInbox();
  const typist = { isFree: false };
  const typing = terminal(rig, inbox, await session(rig, 'worker-b'), typist);
  await call('start_conversation', { target_agent_id: 'worker-b' });
  await typing.start();
  await call('send_message', { target_agent_id: 'worker-b', content: 'one' });
  await call('end_conversation', { final_message: 'bye' });
  typist.isFree = true;
  events.emit('typistIdle');
  await eventually(() => expect(inbox.texts()).toEqual(['one', 'bye', expect.stringContaining('has ended')]));
  typing.end();
});

test('a delegation that could not be stored is retried, and is stored once', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const token = await session(rig, 'worker-b');
  const task = caller(rig, await session(rig, 'worker-b', 'task'));
  const inbox = new FakeInbox();
  inbox.isFull = true;
  const typing = terminal(rig, inbox, token);
  await typing.start();
  await task('delegate_to_chat_session', { target_agent_id: 'worker-a', purpose: 'しりとり' });
  await eventually(() => expect(inbox.tries).toBeGreaterThan(0));
  inbox.isFull = false;
  await eventually(() => expect(inbox.texts()).toEqual([expect.stringContaining('しりとり')]));
  typing.end();
});

test('a delegation that an earlier terminal read is repeated for the next one; one that was only waiting is not', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const task = caller(rig, await session(rig, 'worker-b', 'task'));
  const inbox = new FakeInbox();
  const first = terminal(rig, inbox, await session(rig, 'worker-b'));
  await first.start();
  for (const purpose of ['read', 'waits']) {
    await task('delegate_to_chat_session', { target_agent_id: 'worker-a', purpose });
    await eventually(() => expect(inbox.texts().at(-1)).toContain(purpose));
  }
  first.end();
  inbox.submitted.add([...inbox.kept.keys()][0] as string);
  const second = terminal(rig, inbox, await session(rig, 'worker-b'));
  await second.start();
  second.end();
  expect(inbox.texts().filter((text) => text.includes('read'))).toHaveLength(2);
  expect(inbox.texts().filter((text) => text.includes('waits'))).toHaveLength(1);
});

test('after a logout nothing is taken for the terminal any more: what comes waits for another session', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const token = await session(rig, 'worker-b');
  const task = caller(rig, await session(rig, 'worker-b', 'task'));
  const inbox = new FakeInbox();
  const typing = terminal(rig, inbox, token);
  await typing.start();
  await caller(rig, token)('logout');
  await task('delegate_to_chat_session', { target_agent_id: 'worker-a', purpose: 'talk' });
  const next = caller(rig, await session(rig, 'worker-b'));
  expect(await next('get_next_action')).toMatchObject({ action: 'process_delegation', purpose: 'talk' });
  typing.end();
  expect(inbox.texts()).toEqual([]);
});
