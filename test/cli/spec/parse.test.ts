import { expect, test } from 'vitest';
import { parseCommandLine } from '../../../src/cli/spec/parse.js';

const words = (line: string): string[] => line.split(' ');

test.each([
  ['send codex hi', 'send', ['codex', 'hi'], {}],
  ['send codex hi --response --wait 2.5', 'send', ['codex', 'hi'], { response: true, wait: 2.5 }],
  ['send --no-wait codex -', 'send', ['codex', '-'], { wait: false }],
  ['send codex hi --wait 5 --no-wait', 'send', ['codex', 'hi'], { wait: false }],
  ['send codex hi --no-wait --wait 5', 'send', ['codex', 'hi'], { wait: 5 }],
  ['send codex -5', 'send', ['codex', '-5'], {}],
  ['send codex hi --file a --file b --priority 5', 'send', ['codex', 'hi'], { file: ['a', 'b'], priority: 5 }],
  ['send codex --expires 15m -- --hi', 'send', ['codex', '--hi'], { expires: 900_000 }],
  ['send codex hi --until typed -q', 'send', ['codex', 'hi'], { until: 'typed', quiet: true }],
  ['reply --to 3f2a91c0 done --fail', 'reply', ['done'], { to: '3f2a91c0', fail: true }],
  ['tasks', 'tasks list', [], {}],
  ['tasks --json', 'tasks list', [], { json: true }],
  ['tasks wait 3f2a --wait 60', 'tasks wait', ['3f2a'], { wait: 60 }],
  [
    'start shell --env A=1 --env B=2 -- cat -n --id x',
    'start',
    ['shell', 'cat', '-n', '--id', 'x'],
    { env: ['A=1', 'B=2'] },
  ],
  ['shell --id x -- python3 -i --id y', '<profile>', ['shell', 'python3', '-i', '--id', 'y'], { id: 'x' }],
  ['attach worker --read-only', 'attach', ['worker'], { readOnly: true }],
  ['keys worker <enter>', 'keys', ['worker', '<enter>'], {}],
  ['logs worker -fn20', 'logs', ['worker'], { follow: true, lines: 20 }],
  ['stop --all --force', 'stop', [], { all: true, force: true }],
  ['prune --older-than 7d', 'prune', [], { olderThan: 604_800_000 }],
  ['up --no-auto', 'up', [], { auto: false }],
  ['list --no-color', 'list', [], { color: false }],
])('synapse %s', (line, path, args, options) => {
  const parsed = parseCommandLine(words(line));
  expect({ path: parsed.spec.path, args: parsed.args, options: parsed.options }).toEqual({ path, args, options });
});

test.each([
  ['lst', 'Unknown command "lst".', 'Did you mean: synapse list'],
  ['banana', 'Unknown command "banana".', 'synapse --help'],
  ['cluade', 'Unknown command "cluade".', 'Did you mean: synapse claude'],
  ['shell --continue', 'Unknown option "--continue".', 'Put options of the program itself after --.'],
  [
    'tasks wat',
    'Unknown command "tasks wat". "synapse tasks" has: list, wait, cancel.',
    'Did you mean: synapse tasks wait',
  ],
  ['--jsn', 'Unknown option "--jsn".', 'synapse --help'],
  ['list --jsn', 'Unknown option "--jsn".', 'Did you mean --json?'],
  ['list --banana', 'Unknown option "--banana".', 'synapse list --help'],
  ['send a --banana', 'Unknown option "--banana".', 'Put a message that begins with a dash after --.'],
  ['status', 'Missing required argument "agent".', 'synapse status --help'],
  ['logs a b', '"synapse logs" takes one argument.', 'synapse logs --help'],
  ['send a b --wait', '--wait needs a value.', 'synapse send --help'],
  ['logs a -n', '--lines needs a value.', 'synapse logs --help'],
  ['shell --port x', '--port takes a whole number from 1 to 65535, not "x".', 'synapse shell --help'],
  ['list x', '"synapse list" takes no arguments.', 'synapse list --help'],
  ['send a b --wait soon', '--wait takes a number of seconds, not "soon".', 'synapse send --help'],
  ['send a b --priority 9', '--priority takes a whole number from 1 to 5, not "9".', 'synapse send --help'],
  [
    'send a b --until read',
    '--until takes one of delivered, typed, submitted, answered, not "read".',
    'synapse send --help',
  ],
  [
    'send a b --expires 1y',
    '--expires takes a duration such as 90s, 15m, 24h or 30d, not "1y".',
    'synapse send --help',
  ],
])('synapse %s is refused: %s', (line, message, hint) => {
  expect(() => parseCommandLine(words(line))).toThrow(
    expect.objectContaining({ code: 'invalid_request', exit: 2, message, hint }),
  );
});

test('--help works even if the rest of the command line is wrong', () => {
  expect(parseCommandLine(['send', '--help'])).toMatchObject({ wantsHelp: true, spec: { path: 'send' } });
  expect(parseCommandLine(['start', 'shell', '--', 'cat', '--help'])).toMatchObject({ wantsHelp: false });
});
