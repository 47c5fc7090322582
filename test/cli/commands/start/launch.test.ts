import { expect, test } from 'vitest';
import { commandOf, environmentOf } from '../../../../src/cli/commands/start/launch.js';
import { BUILTIN_PROFILES } from '../../../../src/profiles/builtin-profiles.js';
import type { Profile } from '../../../../src/profiles/profile.js';

const profile = (name: string): Profile => BUILTIN_PROFILES.find((each) => each.name === name) as Profile;

test('the words after -- are the program of the shell profile', () => {
  expect(commandOf(profile('shell'), ['cat', '-n'], false)).toEqual(['cat', '-n']);
});

test('the words after -- are further arguments of any other profile', () => {
  expect(commandOf(profile('claude'), ['--continue'], false)).toEqual([...profile('claude').command, '--continue']);
});

test('the shell profile needs a program', () => {
  expect(() => commandOf(profile('shell'), [], false)).toThrow(
    'Name the program after --, for example: synapse start shell -- ./my-agent.sh',
  );
});

test('an interactive shell needs --allow-shell', () => {
  expect(() => commandOf(profile('shell'), ['bash'], false)).toThrow(
    expect.objectContaining({ code: 'interactive_shell_refused' }),
  );
  expect(commandOf(profile('shell'), ['bash'], true)).toEqual(['bash']);
});

test('variables are read from NAME=VALUE, and the last value of a name wins', () => {
  expect(environmentOf(['A=1', 'B=x=y', 'C=', 'A=2'])).toEqual({ A: '2', B: 'x=y', C: '' });
});

test.each(['novalue', '=x', '1A=x', 'A-B=x', ''])('"%s" is not a variable', (pair) => {
  expect(() => environmentOf([pair])).toThrow(`--env takes NAME=VALUE, not "${pair}".`);
});
