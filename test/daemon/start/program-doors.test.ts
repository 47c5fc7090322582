import { expect, test } from 'vitest';
import { channelsOf } from '../../../src/daemon/start/program-doors.js';
import { claude } from '../../../src/profiles/builtin/claude.js';
import { shell } from '../../../src/profiles/builtin/shell.js';

test.each([
  ['all of the profile', claude, undefined, {}, ['claude-socket', 'claude-hook', 'paste']],
  ['those of --channel', claude, ['paste'], { SYNAPSE_CHANNELS: 'claude-socket' }, ['paste']],
  ['those of SYNAPSE_CHANNELS', claude, undefined, { SYNAPSE_CHANNELS: 'paste, line' }, ['paste']],
  ['none for a line-oriented program', shell, undefined, {}, []],
] as const)('the channels of a start are %s', (_, profile, channels, env, expected) => {
  expect(channelsOf({ profile, channels: channels ?? null, env })).toEqual(expected);
});

test('a channel that does not exist is refused, not ignored', () => {
  const env = { SYNAPSE_CHANNELS: 'paste socket' };
  expect(() => channelsOf({ profile: claude, channels: null, env })).toThrow('does not exist: "socket"');
});
