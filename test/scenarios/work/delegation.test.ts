/** Delegations in live terminals and on the command line. */
import { expect } from 'vitest';
import { Member, testInTeam } from '../../rig/team.js';
import { type Both, makeWork, worker } from '../../rig/work.js';

const test = testInTeam();

const delegate = async ({ task }: Both, target: { readonly id: string }, purpose = 'talk'): Promise<string> => {
  const body = await task.do('delegate_to_chat_session', { target_agent_id: target.id, purpose });
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.delegation_id;
};

test('delegation list', async ({ team, home }) => {
  const [a, b] = [await worker(team), await team.member()];
  const id = await delegate(a, b, 'しりとり');
  const { stdout } = await home.run(['delegation', 'list', '--project', 'shop']);
  expect(stdout).toMatch(new RegExp(`${id} +${a.id} → ${b.id} +pending .*しりとり`));
  expect((await home.run(['delegation', 'list', '--project', 'nowhere'])).code).toBe(3);
});

test('a delegation is typed into a live chat terminal, once', async ({ team, home }) => {
  const id = await team.agent();
  const taskId = await makeWork(team, { assignee: id, status: 'in_progress' });
  const terminal = await home.agent(id, { options: ['--project', 'shop', '--purpose', 'chat'] });
  const task = new Member(team, id, await team.session(id, 'task'));
  const b = await team.member();
  const args = { target_agent_id: b.id, purpose: 'しりとり', context: 'りんごから' };
  const { delegation_id } = await task.do('delegate_to_chat_session', args);
  await terminal.line(/りんごから/);
  const started = await terminal.synapse('tool', 'start_conversation', '--target_agent_id', b.id);
  expect(await team.conversation(JSON.parse(started.stdout).conversation_id)).toMatchObject({ task_id: taskId });
  await terminal.synapse('tool', 'report_delegation_completed', '--delegation_id', delegation_id);
  expect(terminal.lines().filter((line) => line.includes('りんごから'))).toHaveLength(1);
});

test('a chat terminal that is killed gives its delegation back, and the next one gets it typed in', async ({
  team,
  home,
}) => {
  const a = await worker(team);
  await a.chat.do('logout');
  const chat = { options: ['--project', 'shop', '--purpose', 'chat'] };
  const first = await home.agent(a.id, chat);
  const id = await delegate(a, { id: 'tester' });
  await first.line(new RegExp(id));
  process.kill(first.entry.pid, 'SIGKILL');
  const status = async () => {
    const { delegations } = await team.ask('/delegations');
    return delegations.find((each: { delegation_id: string }) => each.delegation_id === id).status;
  };
  await expect.poll(status).toBe('pending');
  const second = await home.agent(a.id, chat);
  await second.line(new RegExp(id));
  expect(await status()).toBe('processing');
});
