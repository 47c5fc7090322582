import { expect, test } from 'vitest';
import { decodeTold } from '../../../src/daemon/team/siblings.js';
import { ANYTHING } from '../../../src/team/change.js';

const CHANGES = [{ topic: 'chat', projectId: 'shop', agentIds: ['ada'] }];

test('what another daemon tells is read', () => {
  const commits = [{ seq: 3, changes: CHANGES }];
  expect(decodeTold({ commits })).toEqual({ commits, changes: [], look: false });
  expect(decodeTold({ commits: [], changes: CHANGES, look: true })).toEqual({
    commits: [],
    changes: CHANGES,
    look: true,
  });
});

test.each([undefined, null, {}, { commits: 'all' }, { commits: [{ seq: 1 }] }])(
  'what says nothing that could be read, such as %o, may be anything',
  (body) => {
    expect(decodeTold(body)).toEqual({ commits: [], changes: ANYTHING });
  },
);
