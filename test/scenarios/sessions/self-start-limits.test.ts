/** Room for few of many sessions: no session waits forever for one that cannot start. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Member, type TestTeam, testInTeam } from '../../rig/team/team.js';
import { commandOf, LIMIT_MS, running } from '../../rig/team/teammates.js';

const test = testInTeam({ env: { SYNAPSE_PROJECT_SESSIONS: '1', SYNAPSE_CHAT_IDLE_SECONDS: '60' } });

async function declared(team: TestTeam, id: string, partner: string, words: readonly string[]): Promise<string> {
  return team.agent(id, { command: commandOf(join(team.home.dir, 'talk'), partner, words) });
}

test('two agents with room for only one session take turns', { timeout: LIMIT_MS }, async ({ team }) => {
  mkdirSync(join(team.home.dir, 'talk'));
  const a = await declared(team, 'one-a', 'one-b', ['しりとり', 'ごりら']);
  const b = await declared(team, 'one-b', 'one-a', ['りんご', 'らっぱ']);
  const asker = new Member(team, a, await team.session(a));
  await asker.do('start_conversation', { target_agent_id: b, initial_message: 'しりとり' });
  await asker.do('logout');
  let most = 0;
  const said = () => {
    most = Math.max(most, running(team).length);
    return team.lines(a).map(({ content }) => content);
  };
  await expect.poll(said, { timeout: 90_000, interval: 50 }).toEqual(['しりとり', 'りんご', 'ごりら', 'らっぱ']);
  expect(most).toBe(1);
});
