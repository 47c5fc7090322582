import { expect, test } from 'vitest';
import { putAgent } from '../../../src/team/people/agents.js';
import { agent, testProject, testTeam } from '../rig.js';

test('looking for lines that chat files lack takes as many statements for thirty agents as for three', async () => {
  const rig = await testTeam();
  const { team } = rig;
  await testProject(rig);
  const cost = async () => {
    const before = team.store.statementCount;
    await team.files.complete();
    return team.store.statementCount - before;
  };
  const withThree = await cost();
  await team.store.write(async (tx) => {
    for (let index = 0; index < 27; index += 1) await putAgent(tx, 'shop', agent(`more-${index}`));
  });
  expect(await cost()).toBe(withThree);
});
