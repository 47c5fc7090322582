/** Terminals of project agents whose daemon is killed: their session ends, and the next one gets what they had. */
import { expect } from 'vitest';
import { killDaemon } from '../../rig/home/processes.js';
import { testInTeam } from '../../rig/team/team.js';
import { commandOf, LIMIT_MS, notes } from '../../rig/team/teammates.js';
import { makeWork, worker } from '../../rig/team/work.js';

/** Sessions that start themselves stay open, because none is idle for ten minutes. */
const test = testInTeam({ env: { SYNAPSE_START_PAUSE_MS: '50' } });
const CHAT = { options: ['--project', 'shop', '--purpose', 'chat'] };

test('the session of a killed daemon ends at once', async ({ team, home }) => {
  const killed = await home.agent('killed', { options: ['--project', 'shop'] });
  const token = (await killed.inside(['sh', '-c', 'printf %s "$SYNAPSE_SESSION_TOKEN"'])).stdout;
  process.kill(killed.entry.pid, 'SIGKILL');
  await expect.poll(async () => (await team.call('get_next_action', token)).body.error).toBe('session_token_invalid');
});

test('messages that arrive while a chat terminal is down are typed when it is back, once each', async ({
  team,
  home,
}) => {
  const say = (content: string) => team.ask('/projects/shop/agents/late/chat/messages', { content });
  await team.agent('late');
  await say('first');
  const late = await home.agent('late', CHAT);
  await late.line(/first/);
  await say('second');
  const [, id = ''] = /^\[A2A:(\w+):/.exec(await late.line(/second/)) ?? [];
  // Killed before this, the daemon could not know that it was typed, and would type it again.
  await expect.poll(async () => (await late.call(`/tasks/${id}`)).body.task.receipt.state).toBe('submitted');
  await killDaemon(late.entry);
  await say('third');
  const again = await home.agent('late', CHAT);
  await again.line(/third/);
  expect(again.lines().filter((line) => /first|second/.test(line))).toEqual([]);
});

test('the delegation of a killed chat terminal becomes pending again and is typed into the next one', async ({
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

test('if a chat session is killed before it answers a person, the next one is shown what the person wrote', {
  timeout: LIMIT_MS,
}, async ({ team, home }) => {
  const id = await team.agent('reader', { command: commandOf(home.dir, 'tester', []) });
  const told = (end: string) =>
    notes({ folder: home.dir }, id, 'chat').filter(({ line }) => line?.includes(end)).length;
  await team.ask(`/projects/shop/agents/${id}/chat/messages`, { content: 'are you there?' });
  for (const times of [1, 2]) {
    // One that is killed before it is known that it was typed gets it typed into the next program, too.
    await expect
      .poll(() => told('] are you there?') + told('wrote "are you there?"'), { timeout: 60_000 })
      .toBeGreaterThanOrEqual(times);
    process.kill(home.entry(id).pid, 'SIGKILL');
  }
  await expect.poll(() => told('wrote "are you there?"'), { timeout: 60_000 }).toBe(2);
});
