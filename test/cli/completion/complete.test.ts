import { expect, test } from 'vitest';
import { complete, type Known } from '../../../src/cli/completion/complete.js';

const candidate = (word: string) => ({ word, description: '' });
const KNOWN: Known = {
  agents: () => ['worker-a', 'tester'].map(candidate),
  profiles: () => ['shell', 'mine'].map(candidate),
};

test.each([
  ['li', ['list']],
  ['st', ['start', 'status', 'stop']],
  ['cla', ['claude']],
  ['--v', ['--version']],
  ['tasks ', ['list', 'wait', 'cancel']],
  ['tasks wait --w', ['--wait']],
  ['send --until ', ['delivered', 'typed', 'submitted', 'answered']],
  ['send --until=ty', ['--until=typed']],
  ['send --until = ty', ['typed']],
  ['send --until =', ['delivered', 'typed', 'submitted', 'answered']],
  ['send wor', ['worker-a']],
  ['send tes', ['tester']],
  ['send x --from wor', ['worker-a']],
  ['send --from=te', ['--from=tester']],
  ['reply --to ', ['worker-a', 'tester']],
  ['start ', ['shell', 'mine']],
  ['shell --all', ['--allow-shell']],
  ['shell ', []],
  ['attach wor', ['worker-a']],
  ['stop worker-a te', ['tester']],
  ['completion ', ['bash', 'zsh', 'fish']],
  ['init ', ['claude', 'codex', 'gemini', 'opencode']],
  ['init claude co', ['codex']],
  ['list --', ['--json', '--watch', '--help', '--no-color']],
  ['logs worker-a -n ', []],
  ['work create title --status in', ['in_progress']],
  ['nonsense ', []],
  ['tasks nonsense ', []],
])('"synapse %s" is completed', (line, expected) => {
  const completion = complete(line.split(' '), KNOWN);
  expect(completion.kind).toBe('words');
  expect(completion.kind === 'words' && completion.words.map(({ word }) => word)).toEqual(expected);
});

test.each([
  ['send x --file ', 'files'],
  ['up -f ', 'files'],
  ['start shell --cwd ', 'folders'],
  ['project create x --dir ', 'folders'],
  ['start shell -- ', 'commands'],
  ['claude -- --x', 'commands'],
])('after "synapse %s" the shell completes %s', (line, kind) => {
  expect(complete(line.split(' '), KNOWN)).toEqual({ kind });
});

test('candidates carry the descriptions of the table', () => {
  expect(complete(['demo'], KNOWN)).toEqual({
    kind: 'words',
    words: [{ word: 'demo', description: 'Watch agents talk to each other, without any AI' }],
  });
});
