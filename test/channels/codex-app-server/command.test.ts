import { expect, test } from 'vitest';
import {
  codexCommand,
  isTried,
  joinedCommand,
  withoutSharedDaemon,
} from '../../../src/channels/codex-app-server/command.js';

const JOIN = ['--remote', 'unix:///s'];
const joined = (...command: string[]) => {
  const found = codexCommand(command);
  return found && joinedCommand(found, 'unix:///s');
};

test.each([
  [['codex'], ['codex'], []],
  [['/usr/bin/codex', 'hello'], ['/usr/bin/codex'], ['hello']],
  [
    ['node', '/x/bin/codex.js', '-m', 'o'],
    ['node', '/x/bin/codex.js'],
    ['-m', 'o'],
  ],
  [['/opt/node', '--no-warnings', 'codex.js'], ['/opt/node', '--no-warnings', 'codex.js'], []],
])('%j runs Codex', (command, program, args) => {
  expect(codexCommand(command)).toEqual({ program, args });
});

test.each([[[]], [['claude']], [['node']], [['node', 'other.js', 'codex']], [['sh', '-c', 'codex']], [['codexy']]])(
  '%j does not run Codex itself',
  (command) => {
    expect(codexCommand(command)).toBeNull();
  },
);

test.each([
  [[], []],
  [['fix the tests'], ['fix the tests']],
  [
    ['resume', '--last'],
    ['resume', '--last'],
  ],
  [
    ['resume', '--last', 'go on'],
    ['resume', '--last', 'go on'],
  ],
  [
    ['--no-daemon', '-m', 'o'],
    ['-m', 'o'],
  ],
  [
    ['--sandbox=read-only', '-a', 'never', '--search'],
    ['--sandbox=read-only', '-a', 'never', '--search'],
  ],
  [
    ['--', 'exec'],
    ['--', 'exec'],
  ],
  [
    ['say', 'exec'],
    ['say', 'exec'],
  ],
])('the TUI joins with %j', (args, rest) => {
  expect(joined('codex', ...args)).toEqual({ tui: ['codex', ...JOIN, ...rest], serverArgs: [] });
});

test('what the server knows too is given to both', () => {
  const args = ['-c', 'a=1', '--enable', 'x', '--config=b=2', '--disable', 'y'];
  expect(joined('codex', ...args)).toEqual({ tui: ['codex', ...JOIN, ...args], serverArgs: args });
});

test.each([
  ['exec', 'do it'],
  ['e', 'do it'],
  ['-m', 'o', 'exec'],
  ['app-server'],
  ['login'],
  ['fork', '--last'],
  ['--remote', 'unix:///other'],
  ['--remote=unix:///other'],
  ['--add-dir', '/x'],
  ['-C', '/x'],
  ['-p', 'work'],
  ['--oss'],
  ['--unheard-of'],
  ['--last=yes'],
  ['-m'],
])('the TUI does not join with %s %s', (...args) => {
  expect(joined('codex', ...args.filter((arg) => arg !== undefined))).toBeNull();
});

test.each([
  ['0.166.0', true],
  ['0.169.0', true],
  ['0.166.0-alpha.1', true],
  ['1.0.0', true],
  ['0.165.9', false],
  ['0.99.0', false],
  ['', false],
  [null, false],
])('version %s is tried: %s', (version, expected) => {
  expect(isTried(version)).toBe(expected);
});

test.each([
  [['codex'], ['codex', '--no-daemon']],
  [
    ['node', '/opt/codex.js', 'resume', '--last'],
    ['node', '/opt/codex.js', '--no-daemon', 'resume', '--last'],
  ],
  [
    ['codex', '--no-daemon', '-m', 'x'],
    ['codex', '--no-daemon', '-m', 'x'],
  ],
  [
    ['codex', 'exec', 'do it'],
    ['codex', 'exec', 'do it'],
  ],
  [['./mine'], ['./mine']],
])('without the server, %j is started as %j', (command, expected) => {
  expect(withoutSharedDaemon(command, '0.166.0')).toEqual(expected);
});
