import { expect, test } from 'vitest';
import { withoutControls } from '../../../src/clean-text.js';
import { colorMark, rendered } from '../../../src/cli/print/painted.js';

test('our own colors survive when a text is cleaned, those of others do not', () => {
  const text = `${colorMark('\x1b[1m')}bold\x1b[31m${colorMark('\x1b[22m')} \x1b[32mplain`;
  expect(rendered(text, withoutControls)).toBe('\x1b[1mbold\x1b[22m plain');
});

test('a mark that somebody else makes up is no color', () => {
  expect(rendered('\ufdd0abc1\ufdd1x', withoutControls)).toBe('\ufdd0abc1\ufdd1x');
});
