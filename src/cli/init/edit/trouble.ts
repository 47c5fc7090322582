/** Why a file cannot be edited, and the position of the problem in it. */
import type { Text } from '../../../i18n/language.js';

export class Trouble extends Error {
  constructor(
    readonly reason: Text,
    readonly offset = 0,
  ) {
    super(reason.en);
  }
}

/** `3:14`, both counted from one. */
export function positionAt(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return `${before.split('\n').length}:${[...before.slice(lineStart)].length + 1}`;
}
