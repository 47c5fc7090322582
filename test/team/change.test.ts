import { expect, test } from 'vitest';
import { ANYTHING, type Change, concerns, decodeCommits, merged } from '../../src/team/change.js';

const CHAT: Change = { topic: 'chat', projectId: 'shop', agentIds: ['ada'] };

test.each([
  [{ projectId: 'shop', agentId: 'ada' }, true],
  [{ projectId: 'shop', agentId: 'rex' }, false],
  [{ projectId: 'elsewhere', agentId: 'ada' }, false],
  [{ agentId: 'ada' }, true],
  [{ projectId: 'shop' }, true],
  [{}, true],
])('a change for ada in the shop, of interest to %o: %s', (interest, isConcerned) => {
  expect(concerns(CHAT, interest)).toBe(isConcerned);
});

test('what is for everybody concerns everybody', () => {
  const everybody = { ...CHAT, agentIds: null };
  expect(concerns(everybody, { projectId: 'shop', agentId: 'rex' })).toBe(true);
  expect(concerns(everybody, { projectId: 'elsewhere', agentId: 'rex' })).toBe(false);
  expect(ANYTHING.every((change) => concerns(change, { projectId: 'x', agentId: 'y' }))).toBe(true);
});

test('changes of one topic and project become one', () => {
  const more = [CHAT, { ...CHAT, agentIds: ['rex', 'ada'] }, { ...CHAT, topic: 'work' as const }];
  expect(merged(more)).toEqual([
    { topic: 'chat', projectId: 'shop', agentIds: ['ada', 'rex'] },
    { topic: 'work', projectId: 'shop', agentIds: ['ada'] },
  ]);
  expect(merged([CHAT, { ...CHAT, agentIds: null }])).toEqual([{ ...CHAT, agentIds: null }]);
});

test('commits of another daemon are read, and anything else is refused', () => {
  const commits = [{ seq: 7, changes: [CHAT, ...ANYTHING] }];
  expect(decodeCommits(JSON.parse(JSON.stringify(commits)))).toEqual(commits);
  const wrong = [null, {}, [null], [{ seq: 'x', changes: [] }], [{ seq: 1, changes: [{ topic: 'weather' }] }]];
  for (const each of wrong) expect(decodeCommits(each)).toBeNull();
});
