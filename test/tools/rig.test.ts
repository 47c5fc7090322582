/** Tools can be called in this process as over HTTP. */
import { expect } from 'vitest';
import { testWithTools } from '../rig/team/tools.js';
import { makeWork, worker } from '../rig/team/work.js';

const test = testWithTools({ env: { CONVERSATION_PENDING_TIMEOUT_SECONDS: '60' } });

test('a tool is called with its token, its permission and its arguments checked', async ({ team }) => {
  const a = await team.member();
  expect(await team.call('logout', null)).toMatchObject({ status: 401, body: { error: 'session_token_required' } });
  expect(await a.call('report_completed')).toMatchObject({ status: 403, body: { error: 'task_session_required' } });
  expect(await a.call('send_message')).toMatchObject({ status: 400, body: { error: 'missing_arguments' } });
  expect(await a.call('no_such_tool')).toMatchObject({ status: 404, body: { error: 'tool_not_registered' } });
});

test('people ask as they would ask their daemon, and strangers are refused', async ({ team }) => {
  const { task } = await worker(team);
  expect((await task.do('get_my_tasks')).total_count).toBe(1);
  await makeWork(team, { title: 'another' });
  expect((await team.ask('/work')).tasks).toHaveLength(2);
  expect(await team.daemon.call('/work', { key: null })).toMatchObject({ status: 401 });
});

test('time passes when the test says so, and wakes whoever waits', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.start(b);
  const waiting = a.do('get_next_action', { timeout_seconds: 30 });
  await team.pass(61_000);
  expect(await waiting).toMatchObject({ action: 'conversation_expired', conversation_id });
});

test("a terminal's session ends with its holder", async ({ team }) => {
  const terminal = await team.terminal(await team.agent(), 'chat');
  expect(await terminal.do('get_next_action')).toMatchObject({ action: 'wait_for_messages' });
  team.alive.delete(terminal.holder);
  expect(await terminal.call('get_next_action')).toMatchObject({ status: 401 });
});
