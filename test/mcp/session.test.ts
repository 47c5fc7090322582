/** MCP with the session of a project agent: every tool of the team, under its own name. */
import { expect } from 'vitest';
import { MESSAGE_TOOLS } from '../../src/tools/message-tools.js';
import { TOOLS } from '../../src/tools/table.js';
import { CLIENTS, overHttp, overStdio } from '../rig/clients/mcp.js';
import { testInTeamInProcess } from '../rig/team/team.js';

const test = testInTeamInProcess();
const NAMES = [...MESSAGE_TOOLS, ...TOOLS].map(({ name }) => name);

for (const name of CLIENTS) {
  test(`${name}: a session lists every tool, calls those of its purpose, and sees its conversations`, async ({
    team,
  }) => {
    const { a, b } = await team.pair();
    const client = await overHttp(name, team.home.person(), a.token);
    expect(await client.tools()).toEqual(NAMES);
    const started = await client.call('start_conversation', { target_agent_id: b.id, initial_message: 'りんご' });
    expect(started.structuredContent).toMatchObject({ success: true, status: 'pending' });
    expect(JSON.parse(started.content[0].text)).toEqual(started.structuredContent);
    const uri = `synapse://conversations/${started.structuredContent.conversation_id}`;
    expect(JSON.stringify(await client.read(uri))).toContain('りんご');
    const refused = await client.call('report_completed', { result: 'success' });
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: 'task_session_required' } });
    await expect(client.call('no_such_tool')).rejects.toMatchObject({ code: -32602 });
    const other = await team.member();
    const stranger = await overHttp(name, team.home.person(), other.token);
    await expect(stranger.read(uri)).rejects.toMatchObject({ code: -32602 });
    await Promise.all([client.close(), stranger.close()]);
  });
}

test('a session that has logged out is told nothing more', async ({ team }) => {
  const { a, b } = await team.pair();
  const id = await a.talk(b);
  const uri = `synapse://conversations/${id}`;
  const [gone, stays] = await Promise.all(
    [a, b].map(({ token }) => overHttp('2.x, 2026-07-28', team.home.person(), token)),
  );
  for (const client of [gone, stays]) await client?.subscribe(uri);
  await gone?.call('logout');
  await b.say(a, 'still there?');
  await expect.poll(() => stays?.updates).toContain(uri);
  await expect(gone?.tools()).rejects.toThrow();
  expect(gone?.updates).toEqual([]);
  await Promise.all([stays?.close(), gone?.close().catch(() => {})]);
});

test('over stdio a session is known by SYNAPSE_SESSION_TOKEN', async ({ team }) => {
  const { a } = await team.pair();
  const env = { SYNAPSE_HOME: team.home.home, SYNAPSE_SESSION_TOKEN: a.token };
  const client = await overStdio('1.x', env);
  expect(await client.tools()).toEqual(NAMES);
  expect((await client.call('get_my_tasks')).structuredContent).toMatchObject({ agent_id: a.id });
  const sent = await client.call('synapse_send', { target: 'tester', message: 'x' });
  expect(sent).toMatchObject({ isError: true, structuredContent: { error: 'agent_not_running' } });
  await client.close();
});
