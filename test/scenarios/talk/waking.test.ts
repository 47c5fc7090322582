/** A change reaches the daemons it concerns, and costs the others next to nothing. */
import { expect } from 'vitest';
import type { Agent } from '../../rig/home/agent.js';
import { testInTeamInProcess } from '../../rig/team/team.js';

const test = testInTeamInProcess();
const MESSAGES = 20;

const statements = async (agent: Agent): Promise<number> => (await agent.call('/status')).body.team_statements;

test('a message makes the daemon of its receiver look, and no other agent of the project', async ({ team, home }) => {
  const options = { options: ['--project', 'shop', '--purpose', 'chat'] };
  const receiver = await home.agent('receiver', options);
  const others = [await home.agent('bystander-1', options), await home.agent('bystander-2', options)];
  const all = [receiver, ...others];
  const before = await Promise.all(all.map(statements));
  for (let number = 0; number < MESSAGES; number += 1) {
    await team.ask('/projects/shop/agents/receiver/chat/messages', { content: `word ${number}` });
    await receiver.line(`word ${number}`);
  }
  const after = await Promise.all(all.map(statements));
  const [ofReceiver, ...ofOthers] = after.map((count, index) => (count - (before[index] as number)) / MESSAGES);
  expect(ofReceiver).toBeGreaterThan(10);
  // Each daemon checks once a second whether it missed something, and one of them runs a round.
  for (const each of ofOthers) expect(each).toBeLessThan(5);
});
