import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Envelope } from '../../src/a2a/decode.js';
import { ChatTerminal } from '../../src/daemon/chat-terminal.js';
import type { Inbox } from '../../src/daemon/inbox.js';
import { Log } from '../../src/log.js';
import { callTool } from '../../src/tools/call.js';
import { enterProject } from '../../src/tools/session-tools.js';
import { type TestTeam, testProject, testTeam } from '../team/rig.js';

/** An inbox that keeps what it gets by its id, and can be made to fail. */
class FakeInbox {
  readonly kept = new Map<string, string>();
  tries = 0;
  isFull = false;
  /** Of the session in that terminal. */
  token = '';

  async receive(envelope: Envelope): Promise<void> {
    this.tries += 1;
    if (this.isFull) throw new Error('the disk is full');
    this.kept.set(String(envelope.messageId), envelope.text);
  }

  texts(): string[] {
    return [...this.kept.values()];
  }
}

let holders = 0;

/** The one before it is gone, as if its daemon were. */
async function terminal(rig: TestTeam, inbox: FakeInbox): Promise<ChatTerminal> {
  rig.alive.clear();
  const holder = `${++holders}/now`;
  rig.alive.add(holder);
  const member = { projectId: 'shop', agentId: 'worker-b' };
  const { token } = await enterProject(rig.team, { ...member, purpose: 'chat', holder });
  inbox.token = token;
  const log = new Log(join(rig.dir, 'log'));
  return new ChatTerminal({ team: rig.team, member, inbox: inbox as unknown as Inbox, log });
}

async function player(rig: TestTeam, agentId: string) {
  const { token } = await enterProject(rig.team, { agentId, projectId: 'shop', purpose: 'chat', holder: null });
  return caller(rig, token);
}

function caller(rig: TestTeam, token: string) {
  const { signal } = new AbortController();
  return (name: string, body: Record<string, unknown> = {}) =>
    callTool(rig.team, { name, body, token, language: 'en', signal });
}

test('what was taken by a daemon that died before it kept it is typed by the next one, each once', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const call = await player(rig, 'worker-a');
  const dying = new FakeInbox();
  dying.isFull = true;
  const first = await terminal(rig, dying);
  await first.start();
  await call('start_conversation', { target_agent_id: 'worker-b', initial_message: 'りんご' });
  await vi.waitFor(() => expect(dying.tries).toBeGreaterThan(0));
  first.end();
  const inbox = new FakeInbox();
  const second = await terminal(rig, inbox);
  await second.start();
  expect(inbox.texts()).toEqual([expect.stringContaining('wants to talk'), 'りんご']);
  const again = new FakeInbox();
  second.end();
  for (const [id, text] of inbox.kept) again.kept.set(id, text);
  const third = await terminal(rig, again);
  await third.start();
  third.end();
  expect(again.texts()).toEqual(inbox.texts());
});

test('what was kept is not typed again, also after the agent has forgotten its old messages', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const call = await player(rig, 'worker-a');
  const inbox = new FakeInbox();
  const first = await terminal(rig, inbox);
  await first.start();
  await call('start_conversation', { target_agent_id: 'worker-b', initial_message: 'りんご' });
  await vi.waitFor(() => expect(inbox.texts()).toContain('りんご'));
  await call('end_conversation');
  await vi.waitFor(() => expect(inbox.texts()).toHaveLength(3));
  await vi.waitFor(async () => {
    const rows = await rig.team.store.read((db) => db.selectFrom('conversations').selectAll().execute());
    expect(rows).toMatchObject([{ request_seen: 1, participant_told: 1, state: 'ended' }]);
  });
  first.end();
  const pruned = new FakeInbox();
  const second = await terminal(rig, pruned);
  await second.start();
  second.end();
  expect(pruned.texts()).toEqual([]);
});

test('who logs out in a chat terminal gets nothing more typed; it waits for the next session', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const a = await player(rig, 'worker-a');
  const inbox = new FakeInbox();
  const left = await terminal(rig, inbox);
  await left.start();
  await a('start_conversation', { target_agent_id: 'worker-b' });
  await vi.waitFor(() => expect(inbox.texts()).toHaveLength(1));
  await caller(rig, inbox.token)('logout');
  await a('send_message', { target_agent_id: 'worker-b', content: 'りんご' });
  const b = await player(rig, 'worker-b');
  expect(await b('get_pending_messages')).toMatchObject({ pending_messages: [{ content: 'りんご' }] });
  left.end();
  expect(inbox.texts()).toHaveLength(1);
});

test('a terminal and a call share what there is: nothing is handed out twice, nothing is lost', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const a = await player(rig, 'worker-a');
  const inbox = new FakeInbox();
  const typing = await terminal(rig, inbox);
  await typing.start();
  const b = caller(rig, inbox.token);
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
  await vi.waitFor(() => {
    const typed = inbox.texts().filter((text) => text.startsWith('word'));
    expect([...typed, ...called].sort()).toEqual([...words].sort());
  });
  typing.end();
});
