import { expect, test } from 'vitest';
import { TOOLS } from '../../src/tools/table.js';
import { describeTool } from '../../src/tools/tool.js';

test.each(TOOLS)('$name is described in Japanese, down to every argument', (tool) => {
  const english = sentencesOf(describeTool(tool, 'en'));
  const japanese = sentencesOf(describeTool(tool, 'ja'));
  expect(japanese).toHaveLength(english.length);
  for (const sentence of japanese) expect(sentence).toMatch(/[ぁ-んァ-ヶ一-龠]/);
});

/** Every description in a schema, however deep. */
function sentencesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'description' && typeof each === 'string' ? [each] : sentencesOf(each),
  );
}
