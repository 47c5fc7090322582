import { expect, test } from 'vitest';
import { untriedVersion } from '../../../src/daemon/start/untried.js';

const CLAUDE = { command: ['claude'], tried: '2.1.327' };
const GEMINI = { command: ['gemini'], tried: '0.61.0' };

test.each([
  [CLAUDE, ['claude', '--continue'], '2.1.328', { program: 'claude', version: '2.1.328', tried: '2.1.327' }],
  [CLAUDE, ['/opt/bin/claude.exe'], '3.0.0', { program: 'claude', version: '3.0.0', tried: '2.1.327' }],
  [GEMINI, ['node', '/opt/gemini.js'], '0.100.0', { program: 'gemini', version: '0.100.0', tried: '0.61.0' }],
  [CLAUDE, ['claude'], '2.1.327', null],
  [CLAUDE, ['claude'], '2.1.197', null],
  [CLAUDE, ['claude'], null, null],
  [{ ...CLAUDE, tried: null }, ['claude'], '9.9.9', null],
  // Such a version would be that of the wrapper.
  [GEMINI, ['npx', 'gemini'], '10.8.2', null],
  [{ command: [], tried: '1.0.0' }, ['bash'], '5.2.15', null],
] as const)('what %j makes of %j in version %s is %j', async (profile, command, version, expected) => {
  expect(await untriedVersion(profile, command, async () => version)).toEqual(expected);
});

test('a program that does not tell its version in time is not judged', async () => {
  expect(await untriedVersion(CLAUDE, ['claude'], () => Promise.reject(new Error('late')))).toBeNull();
});
