import { expect, test } from 'vitest';
import { readArguments } from '../../../src/cli/entry/fast-arguments.js';
import { replyOptions, sendOptions } from '../../../src/cli/spec/options.js';
import { parseCommandLine } from '../../../src/cli/spec/parse.js';

const words = (line: string): string[] => line.split(' ');

test.each([
  ['send codex hi', 'send', ['codex', 'hi'], {}],
  ['send codex hi --response --wait 2.5', 'send', ['codex', 'hi'], { response: true, wait: 2.5 }],
  ['send --no-wait codex -', 'send', ['codex', '-'], { noWait: true }],
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
  ['list --no-color', 'list', [], { noColor: true }],
])('synapse %s', (line, path, args, options) => {
  const parsed = parseCommandLine(words(line));
  expect({ path: parsed.spec.path, args: parsed.args, options: parsed.options }).toEqual({ path, args, options });
});

test.each([
  ['lst', 'There is no command "lst".', 'Did you mean: synapse list'],
  ['banana', 'There is no command "banana".', '`synapse --help` lists the commands.'],
  ['cluade', 'There is no command "cluade".', 'Did you mean: synapse claude'],
  [
    'shell --continue',
    'Unknown option "--continue".',
    'See `synapse <profile> --help`. Options of the program itself stand after --.',
  ],
  ['tasks wat', '"synapse tasks" knows no "wat".', 'Did you mean: synapse tasks wait'],
  ['--jsn', 'There is no option --jsn of synapse itself.', '`synapse --help` lists the commands.'],
  ['list --jsn', 'Unknown option "--jsn".', 'Did you mean --json? See `synapse list --help`.'],
  ['status', 'Missing required argument "agent".', 'See `synapse status --help`.'],
  ['logs a b', 'Too many arguments. Expected 1 argument but got 2.', 'See `synapse logs --help`.'],
  ['send a b --wait', 'Option "--wait <seconds>" argument missing.', 'See `synapse send --help`.'],
  ['send a b --wait soon', '--wait takes a number of seconds, not "soon".', 'See `synapse send --help`.'],
  ['send a b --priority 9', '--priority takes a whole number from 1 to 5, not "9".', 'See `synapse send --help`.'],
  [
    'send a b --until read',
    '--until takes one of delivered, typed, submitted, answered, not "read".',
    'See `synapse send --help`.',
  ],
  [
    'send a b --expires 1y',
    '--expires takes a duration such as 90s, 15m, 24h or 30d, not "1y".',
    'See `synapse send --help`.',
  ],
])('synapse %s is refused: %s', (line, message, hint) => {
  expect(() => parseCommandLine(words(line))).toThrow(
    expect.objectContaining({ code: 'invalid_request', exit: 2, message, hint }),
  );
});

test.each([
  'codex hi',
  'codex hi --response --wait 2.5 --json',
  '--no-wait codex -',
  'codex hi --file a --file b',
  'codex -q hi --expires=15m',
  'codex --until typed -- --hi',
])('the fast path reads "send %s" as the full parser does', (line) => {
  const { args, options } = parseCommandLine(['send', ...words(line)]);
  expect(readArguments(words(line), sendOptions)).toEqual({ args, options });
});

test.each(['codex hi --responce', 'codex hi --wait', 'codex --help', 'codex hi --no-color', 'codex hi --wait -5'])(
  'the fast path leaves "send %s" to the full parser',
  (line) => {
    expect(readArguments(words(line), sendOptions)).toBeNull();
  },
);

test('help is asked for before anything else is checked', () => {
  expect(parseCommandLine(['send', '--help'])).toMatchObject({ wantsHelp: true, spec: { path: 'send' } });
  expect(parseCommandLine(['start', 'shell', '--', 'cat', '--help'])).toMatchObject({ wantsHelp: false });
});

test('an option of the table has its key in the result', () => {
  expect(readArguments(['--list-targets'], replyOptions)).toEqual({ args: [], options: { listTargets: true } });
});
