import { expect, test } from 'vitest';
import { pauseAfter } from '../../src/hosts/dialer.js';
import { meaningOf, sshArguments } from '../../src/hosts/ssh.js';

test('ssh is asked for a bridge, without questions and without forwarding', () => {
  const words = sshArguments({ target: 'mia@gpu', command: null }, {});
  expect(words.slice(0, 2)).toEqual(['ssh', '-T']);
  expect(words).toContain('BatchMode=yes');
  expect(words).toContain('ClearAllForwardings=yes');
  expect(words.slice(-3)).toEqual(['--', 'mia@gpu', 'synapse bridge']);
});

test('another ssh and another synapse can be named, and the shell over there sees one word', () => {
  const words = sshArguments({ target: 'gpu', command: "/opt/my tools/it's" }, { SYNAPSE_SSH: 'ssh -F other' });
  expect(words.slice(0, 3)).toEqual(['ssh', '-F', 'other']);
  expect(words.at(-1)).toBe("'/opt/my tools/it'\\''s' bridge");
  expect(sshArguments({ target: 'gpu', command: '~/bin/synapse' }, {}).at(-1)).toBe('~/bin/synapse bridge');
});

test.each([
  ['@@@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @@@\nHost key verification failed.', 255, /has changed/],
  ['Host key verification failed.', 255, /not known yet/],
  ['mia@gpu: Permission denied (publickey).', 255, /no key that it accepts/],
  ['ssh: Could not resolve hostname gpu: Name or service not known', 255, /cannot be found/],
  ['ssh: connect to host gpu port 22: Connection refused', 255, /nothing answers ssh/],
  ['bash: line 1: synapse: command not found', 127, /not on its PATH/],
  ['', 127, /not on its PATH/],
  ["Warning: Permanently added 'gpu' to the list of known hosts.\nsomething new", 1, /^something new$/],
])('%s is said in our words', (stderr, code, said) => {
  expect(meaningOf(stderr, code)).toMatch(said);
});

test('a warning alone is no reason', () => {
  expect(meaningOf("Warning: Permanently added 'gpu' to the list of known hosts.\n", 0)).toBeNull();
});

test('pauses grow from a quarter of a second to half a minute, give or take a fifth', () => {
  const pauses: number[] = [];
  while (pauses.length < 10) pauses.push(pauseAfter(pauses.at(-1) ?? 0, 0, 0.5));
  expect(pauses.slice(0, 4)).toEqual([250, 500, 1000, 2000]);
  expect(pauses.at(-1)).toBe(30_000);
  expect([pauseAfter(30_000, 0, 0), pauseAfter(30_000, 0, 1)]).toEqual([24_000, 36_000]);
});

test('a pause is short again after a link that held for longer than the pause before it', () => {
  expect(pauseAfter(8_000, 8_001, 0.5)).toBe(250);
  expect(pauseAfter(8_000, 7_999, 0.5)).toBe(16_000);
});
