import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  externalsAsAgents,
  isAllowed,
  listExternals,
  readExternal,
  removeExternal,
  writeContact,
  writeExternal,
} from '../../src/registry/externals.js';
import { tempDir } from '../taskstore/rig.js';

const REX = {
  name: 'rex',
  storeId: 's',
  cardUrl: 'https://x.example/card.json',
  origins: ['https://x.example'],
  token: 'secret',
  ca: null,
  title: 'Rex',
  description: '',
  createdAt: '',
};
const DOWN = { isReachable: false, reason: 'nothing listens there', at: 1, keepsContexts: false };

test('an outside agent is kept, shown as it last answered, and forgotten', () => {
  const home = tempDir();
  writeExternal(home, REX);
  expect(readExternal(home, 'rex')).toEqual(REX);
  expect(externalsAsAgents(home)).toMatchObject([{ id: 'rex', type: 'external', status: 'ready' }]);
  writeContact(home, 'rex', DOWN);
  expect(externalsAsAgents(home)).toMatchObject([{ status: 'unreachable' }]);
  removeExternal(home, 'rex');
  expect(listExternals(home)).toEqual([]);
  // A daemon that learns something about it later does not bring it back.
  writeContact(home, 'rex', DOWN);
  expect(() => removeExternal(home, 'rex')).toThrow(expect.objectContaining({ code: 'external_not_found' }));
});

test.each(['', '{', '[]', 'null', '{"name":"other","id":"s","card_url":"x","origins":[]}', '{"name":"rex","id":7}'])(
  'a file with %j is no agent, and does not hide the others',
  (text) => {
    const home = tempDir();
    writeExternal(home, { ...REX, name: 'ada' });
    writeFileSync(join(home, 'external', 'rex.agent.json'), text);
    expect(readExternal(home, 'rex')).toBeNull();
    expect(listExternals(home).map(({ name }) => name)).toEqual(['ada']);
  },
);

test.each(['..', '../x', 'a/b', ''])('%j is not the name of a file', (name) => {
  expect(readExternal(tempDir(), name)).toBeNull();
});

test.each([
  ['http://localhost:80', 'http://127.0.0.1/x', true],
  ['http://localhost:8100', 'http://[::1]:8100/', true],
  ['http://localhost:8100', 'http://localhost:8101/', false],
  ['http://localhost:8100', 'https://localhost:8100/', false],
  ['https://x.example', 'https://x.example/any', true],
  ['https://x.example', 'https://x.example.evil/', false],
  ['https://x.example', 'https://y.example/', false],
])('an agent at %s may be called at %s: %s', (origin, url, allowed) => {
  expect(isAllowed({ origins: [origin.replace(/:80$/, '')] }, new URL(url))).toBe(allowed);
});
