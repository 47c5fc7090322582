/** Shows changes of files as a unified diff. */
import { createTwoFilesPatch } from 'diff';
import type { Colors } from '../print/output.js';
import type { Change } from './files/write.js';

export function diffOf(
  { file, text, after }: Pick<Change, 'file' | 'text' | 'after'>,
  { red, green, cyan, bold }: Colors,
): string {
  const [from, to] = [text === null ? '/dev/null' : `a/${file}`, after === null ? '/dev/null' : `b/${file}`];
  const patch = createTwoFilesPatch(from, to, text ?? '', after ?? '', '', '', { context: 2 });
  return patch
    .split('\n')
    .filter((line) => !/^=+$/.test(line))
    .map((line) => {
      if (/^(---|\+\+\+) /.test(line)) return bold(line.trimEnd());
      if (line.startsWith('@@')) return cyan(line);
      if (line.startsWith('+')) return green(line);
      return line.startsWith('-') ? red(line) : line;
    })
    .join('\n')
    .trimEnd();
}
