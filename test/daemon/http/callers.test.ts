import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Callers } from '../../../src/daemon/http/callers.js';
import { agentPaths, ensurePrivateDir } from '../../../src/paths.js';
import { createToken, revokeToken } from '../../../src/registry/tokens.js';
import { handClock, tempDir } from '../../taskstore/rig.js';

/** Longer than a look at a key file is cached. */
const LATER_MS = 100;

function rig() {
  const home = join(tempDir(), 'home');
  const clock = { ...handClock(), passed: 0, monotonicMs: () => clock.passed };
  const key = (id: string, secret = 'secret') => {
    ensurePrivateDir(home);
    ensurePrivateDir(join(home, 'agents'));
    ensurePrivateDir(agentPaths(home, id).dir);
    writeFileSync(agentPaths(home, id).key, `${id}.${secret}\n`);
    return `${id}.${secret}`;
  };
  const callers = new Callers({ id: 'rex', home }, clock);
  const who = (credential: string) => callers.identify(`Bearer ${credential}`);
  return { home, clock, key, callers, who };
}

test('a key says which agent calls, and whether that is the agent itself', () => {
  const { key, who } = rig();
  expect(who(key('rex'))).toEqual({ kind: 'self', id: 'rex' });
  expect(who(key('ada'))).toEqual({ kind: 'agent', id: 'ada' });
});

test('an id with dots in it is read up to the secret', () => {
  const { key, who } = rig();
  expect(who(key('team.ada'))).toEqual({ kind: 'agent', id: 'team.ada' });
});

test.each([
  'ada.wrong!',
  'ada.secret2',
  'nobody.secret',
  '../ada.secret',
  'ada.',
  '.secret',
  'secret',
  'syn_ci_secret',
])('the credential %s identifies nobody', (credential) => {
  const { key, who } = rig();
  key('ada');
  expect(who(credential)).toBeNull();
});

test.each([undefined, '', 'Basic abc', 'Bearer', 'Bearer a b'])('the header %s identifies nobody', (header) => {
  expect(rig().callers.identify(header)).toBeNull();
});

test('a key that was replaced or removed is refused from then on', () => {
  const { home, clock, key, who } = rig();
  const old = key('ada');
  expect(who(old)).not.toBeNull();
  const fresh = key('ada', 'other-secret');
  clock.passed += LATER_MS;
  expect(who(old)).toBeNull();
  expect(who(fresh)).not.toBeNull();
  rmSync(agentPaths(home, 'ada').key);
  clock.passed += LATER_MS;
  expect(who(fresh)).toBeNull();
});

test('an access token is for one agent or for all, and ends when it is revoked', () => {
  const { home, clock, key, who } = rig();
  key('rex');
  const all = createToken(home, { name: 'ci', agent: null, createdAt: '' });
  const other = createToken(home, { name: 'other', agent: 'ada', createdAt: '' });
  expect(who(all)).toEqual({ kind: 'outside', id: 'ext:ci' });
  expect(who(other)).toBeNull();
  revokeToken(home, 'ci');
  clock.passed += LATER_MS;
  expect(who(all)).toBeNull();
});
