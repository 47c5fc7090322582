/** Who may call which tool: every tool with every kind of session. */
import { expect } from 'vitest';
import { TOOLS } from '../../../src/tools/table.js';
import { testWithTools } from '../../rig/team/tools.js';

interface Sessions {
  readonly task: string;
  readonly chat: string;
}

const test = testWithTools().extend<{ sessions: Sessions }>({
  sessions: [
    async ({ team }, use) => {
      const id = await team.agent();
      await use({ task: await team.session(id, 'task'), chat: await team.session(id, 'chat') });
    },
    { scope: 'file' },
  ],
});

const GUARDED = TOOLS.filter(({ permission }) => permission !== 'unauthenticated');

test.for(GUARDED.map(({ name }) => name))('%s needs a session', async (name, { team }) => {
  expect(await team.call(name, null)).toMatchObject({ status: 401, body: { error: 'session_token_required' } });
});

test.for(GUARDED.filter(({ permission }) => permission === 'chatOnly').map(({ name }) => name))(
  '%s is for chat sessions only, and says so before it looks at arguments',
  async (name, { team, sessions }) => {
    expect(await team.call(name, sessions.task, { limit: 'all' })).toMatchObject({
      status: 403,
      body: { error: 'chat_session_required', tool: name, current_purpose: 'task' },
    });
  },
);

test.for(GUARDED.filter(({ permission }) => permission === 'taskOnly').map(({ name }) => name))(
  '%s is for task sessions only, and says so before it looks at arguments',
  async (name, { team, sessions }) => {
    expect(await team.call(name, sessions.chat, { limit: 'all' })).toMatchObject({
      status: 403,
      body: { error: 'task_session_required', tool: name, current_purpose: 'chat' },
    });
  },
);

test.for(GUARDED.filter(({ permission }) => permission === 'managerOnly').map(({ name }) => name))(
  '%s is for managers only, and says so before it looks at arguments',
  async (name, { team, sessions }) => {
    expect(await team.call(name, sessions.task)).toMatchObject({
      status: 403,
      body: { error: 'manager_required', tool: name, current_purpose: 'task' },
    });
  },
);

test.for(['send_message', 'get_next_action'])('%s is for both kinds of sessions', async (name, { team, sessions }) => {
  for (const token of [sessions.task, sessions.chat]) {
    const { error } = (await team.call(name, token)).body;
    expect([undefined, 'missing_arguments']).toContain(error);
  }
});

test('authenticate needs none', async ({ team }) => {
  expect((await team.call('authenticate', null)).body.error).toBe('missing_arguments');
});

test('the list of tools is for everybody with a credential or a session', async ({ team, sessions }) => {
  expect((await team.daemon.call('/tools', { key: null })).status).toBe(401);
  expect((await team.daemon.call('/tools', { key: 'sst_none' })).body.error).toBe('session_token_invalid');
  for (const credential of [{ key: sessions.task }, {}]) {
    const { tools } = (await team.daemon.call('/tools', credential)).body;
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(TOOLS.map(({ name }) => name));
    expect(tools[0]).toMatchObject({ permission: 'unauthenticated', inputSchema: { type: 'object' } });
  }
});

test('a caller key is not a session', async ({ team }) => {
  expect((await team.daemon.call('/tools/logout', { body: {} })).body.error).toBe('session_token_required');
});

test('task and chat live side by side, and each ends alone', async ({ team }) => {
  const id = await team.agent();
  const [task, chat] = [await team.session(id, 'task'), await team.session(id, 'chat')];
  await team.call('logout', task);
  expect((await team.call('get_next_action', chat)).body.action).toBe('wait_for_messages');
  expect((await team.call('get_next_action', task)).body.error).toBe('session_token_invalid');
});

test('a task session without work is told to exit', async ({ team, sessions }) => {
  expect((await team.call('get_next_action', sessions.task)).body.action).toBe('exit');
});
