/** A project whose AI agents may write to each other only in conversations. */
import { expect } from 'vitest';
import { testInTeamInProcess } from '../../rig/team/team.js';

const test = testInTeamInProcess();

test('plain messages between AI agents of the project are refused, with what to use instead', async ({
  team,
  home,
}) => {
  await team.ask('/projects', { id: 'strict', dir: team.dir, require_conversations: true });
  expect((await team.ask('/projects/strict')).project).toMatchObject({ require_conversations: true });
  const [a, b, free] = [
    await home.agent('strict-a', { options: ['--project', 'strict'] }),
    await home.agent('strict-b', { options: ['--project', 'strict'] }),
    await home.agent('free', { options: ['--project', 'shop'] }),
  ];
  const refused = await a.synapse('send', b.id, 'hello', '--json');
  expect(refused.code).toBe(2);
  expect(refused.stdout + refused.stderr).toContain('conversation_required_for_ai_to_ai');
  expect(refused.stdout + refused.stderr).toContain('synapse tool send_message --target_agent_id strict-b');
  // Also if the sender's daemon is left out.
  const direct = await b.receive(a, 'hello');
  expect(`${direct.status} ${direct.body.error}`).toBe('400 conversation_required_for_ai_to_ai');
  for (const target of [free.id, team.daemon.id]) expect((await a.synapse('send', target, 'hello')).code).toBe(0);
  for (const other of [free, team.daemon]) expect((await a.receive(other, 'hello')).status, other.id).toBe(200);
});
