/** Terminals of project agents whose daemon is killed: their session is over, and what they had is there for the next one. */
import { expect } from 'vitest';
import { testInTeam } from '../../rig/team.js';
import { makeWork, worker } from '../../rig/work.js';

const test = testInTeam();
const CHAT = { options: ['--project', 'shop', '--purpose', 'chat'] };

test('a session of a killed daemon is over at once', async ({ team, home }) => {
  const killed = await home.agent('killed', { options: ['--project', 'shop'] });
  const token = (await killed.inside(['sh', '-c', 'printf %s "$SYNAPSE_SESSION_TOKEN"'])).stdout;
  process.kill(killed.entry.pid, 'SIGKILL');
  await expect.poll(async () => (await team.call('get_next_action', token)).body.error).toBe('session_token_invalid');
});

test('what came while a chat terminal was down is typed once it is up, each once', async ({ team, home }) => {
  const say = (content: string) => team.ask('/projects/shop/agents/late/chat/messages', { content });
  await team.agent('late');
  await say('first');
  const late = await home.agent('late', CHAT);
  await late.line(/first/);
  await say('second');
  const [, id = ''] = /^\[A2A:(\w+):/.exec(await late.line(/second/)) ?? [];
  // Killed before this, the daemon could not know that it was typed, and would type it again.
  await expect.poll(async () => (await late.call(`/tasks/${id}`)).body.task.receipt.state).toBe('submitted');
  process.kill(late.entry.pid, 'SIGKILL');
  await say('third');
  const again = await home.agent('late', CHAT);
  await again.line(/third/);
  expect(again.lines().filter((line) => /first|second/.test(line))).toEqual([]);
});

test('a chat terminal that is killed gives its delegation back, and the next one gets it typed in', async ({
  team,
  home,
}) => {
  const a = await worker(team);
  await a.chat.do('logout');
  const first = await home.agent(a.id, CHAT);
  const args = { target_agent_id: 'tester', purpose: 'talk' };
  const { delegation_id: id } = await a.task.do('delegate_to_chat_session', args);
  await first.line(new RegExp(id));
  process.kill(first.entry.pid, 'SIGKILL');
  const status = async () => {
    const { delegations } = await team.ask('/delegations');
    return delegations.find((each: { delegation_id: string }) => each.delegation_id === id).status;
  };
  await expect.poll(status).toBe('pending');
  const second = await home.agent(a.id, CHAT);
  await second.line(new RegExp(id));
  expect(await status()).toBe('processing');
});

test('nobody sees how the program of a killed daemon ends: the execution has failed, without an exit code', async ({
  team,
  home,
}) => {
  const lead = await team.member({ manager: true });
  const id = await team.agent(undefined, { parent: lead.id });
  const taskId = await makeWork(team, { assignee: id, status: 'in_progress' });
  const { entry } = await home.agent(id, { options: ['--project', 'shop'] });
  process.kill(entry.pid, 'SIGKILL');
  const executions = async () => (await team.ask(`/executions?task=${taskId}`)).executions;
  await expect.poll(executions).toMatchObject([{ status: 'failed', exit_code: null }]);
  expect((await lead.do('get_notifications')).notifications).toMatchObject([{ action: 'task_left', task_id: taskId }]);
});
