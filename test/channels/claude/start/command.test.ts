import { expect, test } from 'vitest';
import { hasOption, optionValue, readCommand, without } from '../../../../src/channels/claude/start/command.js';

test.for([
  [['claude'], 1],
  [['/opt/bin/claude', '--model', 'x'], 1],
  [['env', 'X=/opt/claude', 'claude', 'hello'], 3],
  [['node', '/lib/node_modules/@anthropic-ai/claude-code/cli.js', '--continue'], 2],
] as const)('%j starts with %i words up to the program', ([command, count]) => {
  expect(readCommand(command)).toEqual({ head: command.slice(0, count), args: command.slice(count) });
});

test.for([
  [[]],
  [['vim']],
  [['claude', 'mcp', 'list']],
  [['claude', '-p', 'hello']],
  [['claude', '--model', 'x', '--print']],
  [['claude', '--version']],
] as const)('%j opens no session in the terminal', ([command]) => {
  expect(readCommand(command)).toBeNull();
});

test('a prompt behind -- is no option', () => {
  expect(readCommand(['claude', '--', '-p'])).toEqual({ head: ['claude'], args: ['--', '-p'] });
  expect(hasOption(['--', '--settings=x'], '--settings')).toBe(false);
  expect(without(['--', '--settings', 'x'], '--settings')).toEqual(['--', '--settings', 'x']);
});

test('the last of several equal options counts, in both spellings', () => {
  const args = ['--settings', 'a.json', '-c', '--settings={"b":1}', 'hello'];
  expect(optionValue(args, '--settings')).toBe('{"b":1}');
  expect(optionValue(args, '--model')).toBeNull();
  expect(without(args, '--settings')).toEqual(['-c', 'hello']);
});
