import { expect, test } from 'vitest';
import { listAgents, putAgent, removeAgent } from '../../../src/team/people/agents.js';
import { ancestorsOf, isAncestor, treeOf, wouldCycle } from '../../../src/team/people/hierarchy.js';
import { agent, codeOf, testProject, testTeam } from '../rig.js';

const TEAM = [
  { id: 'owner', parentId: null },
  { id: 'lead', parentId: 'owner' },
  { id: 'worker', parentId: 'lead' },
];

test('ancestors are the parents above, the nearest first', () => {
  expect(ancestorsOf('worker', TEAM)).toEqual(['lead', 'owner']);
  expect(ancestorsOf('owner', TEAM)).toEqual([]);
});

test('nobody is their own ancestor, not even in a damaged table', () => {
  expect(isAncestor('worker', 'worker', TEAM)).toBe(false);
  expect(
    ancestorsOf('a', [
      { id: 'a', parentId: 'b' },
      { id: 'b', parentId: 'a' },
    ]),
  ).toEqual(['b']);
});

test('an agent cannot have itself or a descendant as its parent', () => {
  expect(wouldCycle('owner', 'worker', TEAM)).toBe(true);
  expect(wouldCycle('owner', 'owner', TEAM)).toBe(true);
  expect(wouldCycle('worker', 'owner', TEAM)).toBe(false);
});

test('the tree shows everybody below their parent', () => {
  expect(treeOf(TEAM).map(({ member, depth }) => `${depth} ${member.id}`)).toEqual(['0 owner', '1 lead', '2 worker']);
});

test('the store refuses a cycle and an unknown parent', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const put = (id: string, parentId: string) =>
    codeOf(rig.team.store.write((tx) => putAgent(tx, 'shop', agent(id, { parentId }))));
  expect(await put('mia', 'worker-a')).toBe('hierarchy_cycle');
  expect(await put('worker-a', 'worker-a')).toBe('hierarchy_cycle');
  expect(await put('worker-a', 'nobody')).toBe('agent_not_found');
  expect(await put('worker-a', 'worker-b')).toBe('none');
});

test('the children of an agent that is removed move up', async () => {
  const rig = await testTeam();
  await testProject(rig);
  await rig.team.store.write((tx) => putAgent(tx, 'shop', agent('helper', { parentId: 'worker-a' })));
  await rig.team.store.write((tx) => removeAgent(tx, 'shop', 'worker-a'));
  const agents = await rig.team.store.read((db) => listAgents(db, 'shop'));
  expect(agents.map(({ id, parentId }) => `${id} ${parentId}`)).toEqual(['helper mia', 'mia null', 'worker-b mia']);
});
