import { expect, test } from 'vitest';
import { speakerLine } from '../../../src/cli/print/speaker-line.js';
import { displayWidth } from '../../../src/cli/print/width.js';

const plain = (text: string) => text;

test('on a narrow terminal what somebody says goes on below it, between words', () => {
  const said = speakerLine('you', '$ synapse work create "The release notes" --assignee manager', plain, 40);
  expect(said.split('\n')).toEqual([
    '  you │ $ synapse work create "The',
    '      │ release notes" --assignee',
    '      │ manager',
  ]);
  for (const line of said.split('\n')) expect(displayWidth(line)).toBeLessThan(40);
});

test('in a pipe it stays one line', () => {
  expect(speakerLine('ada', 'a '.repeat(200).trim(), plain, null).split('\n')).toHaveLength(1);
});
