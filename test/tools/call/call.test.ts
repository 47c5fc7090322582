import { expect, test } from 'vitest';
import { putAgent } from '../../../src/team/people/agents.js';
import { enterProject } from '../../../src/team/sessions/enter-project.js';
import { callTool } from '../../../src/tools/call/call.js';
import { TOOLS } from '../../../src/tools/table.js';
import { describeTool, type Permission, type Tool } from '../../../src/tools/tool.js';
import { agent, codeOf, type TestTeam, testProject, testTeam } from '../../team/rig.js';

const tool = (permission: Permission): Tool => ({
  name: `for_${permission}`,
  permission,
  description: 'A tool to try.',
  properties: { word: { type: 'string', description: 'a word' } },
  required: ['word'],
  answers: [],
  handle: async ({ args }: { args: { word?: string } }) => ({ said: args.word }),
});
const KINDS: readonly Permission[] = ['unauthenticated', 'authenticated', 'taskOnly', 'chatOnly', 'managerOnly'];

async function tokens(rig: TestTeam) {
  await testProject(rig);
  await rig.team.store.write((tx) => putAgent(tx, 'shop', agent('lead', { hierarchy: 'manager' })));
  const enter = async (agentId: string, purpose: 'task' | 'chat') =>
    (await enterProject(rig.team, { agentId, projectId: 'shop', purpose, holder: null })).token;
  return {
    nobody: null,
    'a task session': await enter('worker-a', 'task'),
    'a chat session': await enter('worker-a', 'chat'),
    'a manager': await enter('lead', 'chat'),
  };
}

const EXPECTED: Readonly<Record<Permission, readonly string[]>> = {
  unauthenticated: ['none', 'none', 'none', 'none'],
  authenticated: ['session_token_required', 'none', 'none', 'none'],
  taskOnly: ['session_token_required', 'none', 'task_session_required', 'task_session_required'],
  chatOnly: ['session_token_required', 'chat_session_required', 'none', 'none'],
  managerOnly: ['session_token_required', 'manager_required', 'manager_required', 'none'],
};

test('every permission class admits exactly its callers', async () => {
  const rig = await testTeam();
  const callers = Object.values(await tokens(rig));
  for (const kind of KINDS) {
    const found: string[] = [];
    for (const token of callers) {
      const request = { name: `for_${kind}`, body: { word: 'x' }, token, language: 'en' as const };
      found.push(await codeOf(callTool(rig.team, { ...request, signal: new AbortController().signal }, [tool(kind)])));
    }
    expect({ kind, found }).toEqual({ kind, found: EXPECTED[kind] });
  }
});

test('every call keeps a session alive; an hour without one ends it', async () => {
  const rig = await testTeam();
  const { 'a chat session': token } = await tokens(rig);
  const call = () =>
    codeOf(
      callTool(rig.team, {
        name: 'get_next_action',
        body: {},
        token,
        language: 'en',
        signal: new AbortController().signal,
      }),
    );
  const HALF_AN_HOUR_MS = 1_800_000;
  for (let calls = 0; calls < 4; calls += 1) {
    rig.clock.at += HALF_AN_HOUR_MS;
    expect(await call()).toBe('none');
  }
  rig.clock.at += 2 * HALF_AN_HOUR_MS;
  expect(await call()).toBe('session_expired');
});

test('every tool has a schema that names only its own arguments', () => {
  for (const each of TOOLS) {
    const schema = describeTool(each, 'en').inputSchema as { properties: Record<string, unknown>; required: string[] };
    for (const name of schema.required) expect(Object.keys(schema.properties)).toContain(name);
  }
  expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length);
});

test.each(['get_next_action', 'get_notifications', 'get_pending_delegations', 'get_pending_messages', 'get_my_tasks'])(
  'polling with %s wakes nobody',
  async (name) => {
    const rig = await testTeam();
    const { 'a chat session': token } = await tokens(rig);
    const lastCommit = await rig.team.store.lastCommit();
    await callTool(rig.team, { name, body: {}, token, language: 'en', signal: new AbortController().signal });
    expect(await rig.team.store.lastCommit()).toBe(lastCommit);
  },
);
