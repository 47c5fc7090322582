/** An agent with a task terminal and a chat terminal: one agent with one id, whichever of them acts. */
import { expect } from 'vitest';
import type { Agent } from '../../rig/home/agent.js';
import { json } from '../../rig/home/home.js';
import { type TestTeam, testInTeamInProcess } from '../../rig/team/team.js';

const test = testInTeamInProcess();
const POLL = { timeout: 60_000, interval: 20 };

const start = ({ home }: TestTeam, id: string, purpose: 'task' | 'chat') =>
  home.agent(id, { options: ['--project', 'shop', '--purpose', purpose] });

const sessionsOf = ({ home }: TestTeam, id: string) => home.entry(id).terminals?.map(({ session }) => session);

async function stopSession(agent: Agent, session: string): Promise<void> {
  expect((await agent.call('/control/stop', { body: { session } })).status).toBe(200);
}

test('both terminals have the id of their agent, and one row in the list', async ({ team }) => {
  const task = await start(team, 'bea', 'task');
  const chat = await start(team, 'bea', 'chat');
  const id = async (agent: Agent) => (await agent.inside(['printenv', 'SYNAPSE_AGENT_ID'])).stdout.trim();
  expect([await id(task), await id(chat)]).toEqual(['bea', 'bea']);
  const { agents } = json<{ agents: { id: string; sessions: unknown[] }[] }>(await team.home.run(['list', '--json']));
  const rows = agents.filter((agent) => agent.id.startsWith('bea'));
  expect(rows).toMatchObject([{ id: 'bea', sessions: [{ session: 'task' }, { session: 'chat' }] }]);
  const table = (await team.home.run(['list'])).stdout;
  expect(table).toMatch(/^bea .*\n {2}task .*\n {2}chat /m);
});

test('what a chat terminal sends comes from its agent, and the answer goes back to that terminal', async ({ team }) => {
  const task = await start(team, 'cleo', 'task');
  const chat = await start(team, 'cleo', 'chat');
  const rex = await team.home.agent('rex');
  expect((await chat.synapse('send', 'rex', 'from chat', '--response', '--no-wait')).code).toBe(0);
  expect(await rex.line(/from chat/)).toMatch(/^\[A2A:[0-9a-f]{8}:cleo\] from chat$/);
  await rex.synapse('reply', 'for chat');
  await chat.line(/^\[A2A:[0-9a-f]{8}:rex\] for chat$/);
  await task.synapse('send', 'rex', 'from task', '--response', '--no-wait');
  await rex.line(/:cleo\] from task$/);
  await rex.synapse('reply', 'for task');
  await task.line(/:rex\] for task$/);
  expect([task.lines().join(), chat.lines().join()]).toEqual([
    expect.not.stringContaining('for chat'),
    expect.not.stringContaining('for task'),
  ]);
  const toSelf = await chat.synapse('send', 'cleo', 'hello, me');
  expect([toSelf.code, toSelf.stderr]).toEqual([2, expect.stringContaining('cannot')]);
});

test('an answer to a session that has ended goes to the other one, and completes the request', async ({ team }) => {
  const task = await start(team, 'dana', 'task');
  const chat = await start(team, 'dana', 'chat');
  const rex = await team.home.agent('rex-2');
  const asked = (await chat.synapse('send', 'rex-2', 'still there?', '--response', '--no-wait')).stdout.trim();
  await rex.line(/still there/);
  await stopSession(task, 'chat');
  await expect.poll(() => sessionsOf(team, 'dana'), POLL).toEqual(['task']);
  await rex.synapse('reply', 'yes');
  expect(await task.line(/yes/)).toBe(`[A2A:${asked}:rex-2] yes`);
  expect(json(await task.synapse('show', asked, '--json'))).toMatchObject({ task: { state: 'completed' } });
});

test('mail goes to the task terminal, and to a chat terminal that is alone', async ({ team }) => {
  const chat = await start(team, 'eve', 'chat');
  await team.home.run(['send', 'eve', 'one']);
  await chat.line(/\] one$/);
  const task = await start(team, 'eve', 'task');
  await team.home.run(['send', 'eve', 'two']);
  await task.line(/\] two$/);
  expect(chat.lines()).toHaveLength(1);
  await stopSession(chat, 'task');
  await expect.poll(() => sessionsOf(team, 'eve'), POLL).toEqual(['chat']);
  await team.home.run(['send', 'eve', 'three']);
  await chat.line(/\] three$/);
});

test('a chat message is typed only into a chat terminal, and waits for the next one', async ({ team }) => {
  const task = await start(team, 'finn', 'task');
  const chat = await start(team, 'finn', 'chat');
  await team.home.pause('finn');
  await team.ask('/projects/shop/agents/finn/chat/messages', { content: 'first' });
  await stopSession(chat, 'chat');
  await expect.poll(() => sessionsOf(team, 'finn'), POLL).toEqual(['task']);
  await team.home.resume('finn');
  await team.home.run(['send', 'finn', 'by mail']);
  await task.line(/by mail/);
  const next = await start(team, 'finn', 'chat');
  await next.line(/first/);
  expect(task.lines().join()).not.toContain('first');
});

test('a reply without an id answers what the same terminal was asked', async ({ team }) => {
  const task = await start(team, 'gus', 'task');
  const chat = await start(team, 'gus', 'chat');
  const rex = await team.home.agent('rex-3');
  await rex.synapse('send', 'gus', 'how far is it?', '--response', '--no-wait');
  await task.line(/how far/);
  await team.ask('/projects/shop/agents/gus/chat/messages', { content: 'good morning' });
  await chat.line(/good morning/);
  expect((await chat.synapse('reply', 'morning')).code).toBe(0);
  const { messages } = await team.ask('/projects/shop/agents/gus/chat/messages');
  expect(messages.at(-1)).toMatchObject({ content: 'morning' });
  expect((await task.synapse('reply', 'half way')).code).toBe(0);
  await rex.line(/half way/);
});

test('commands about a terminal take its session, and say which there are', async ({ team }) => {
  const task = await start(team, 'hal', 'task');
  const chat = await start(team, 'hal', 'chat');
  expect((await team.home.run(['keys', 'hal', 'typed here<enter>', '--session', 'chat'])).code).toBe(0);
  await chat.line('typed here');
  await expect
    .poll(async () => (await team.home.run(['screen', 'hal', '--session', 'chat'])).stdout)
    .toContain('typed here');
  expect((await team.home.run(['screen', 'hal'])).stdout).not.toContain('typed here');
  const unknown = await team.home.run(['screen', 'hal', '--session', 'chatt']);
  expect([unknown.code, unknown.stderr]).toEqual([3, expect.stringContaining('Its sessions: task, chat.')]);
  expect(task.lines()).toEqual([]);
});

test('a second terminal of the same kind is refused, and one of another kind is not', async ({ team }) => {
  await start(team, 'ida', 'chat');
  await expect(start(team, 'ida', 'chat')).rejects.toMatchObject({ code: 'agent_already_running' });
  await start(team, 'ida', 'task');
  const again = await team.home.run(['start', 'shell', '--id', 'ida', '--project', 'shop', '--', 'cat']);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already running')]);
});

test('the end of one program ends its terminal only; the end of the last one ends the agent', async ({ team }) => {
  const { entry } = await start(team, 'jo', 'task');
  const chat = await start(team, 'jo', 'chat');
  process.kill(entry.programPid as number, 'SIGKILL');
  await expect.poll(() => sessionsOf(team, 'jo'), POLL).toEqual(['chat']);
  expect((await chat.synapse('tool', 'get_next_action')).code).toBe(0);
  await stopSession(chat, 'chat');
  await expect
    .poll(async () => (await team.home.run(['list', '--all', '--json'])).stdout, POLL)
    .toMatch(/"id": ?"jo"[^}]*"stopped"/);
});
