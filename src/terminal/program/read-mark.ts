/** Marks a terminal so that it shows whether it was read since then, even after its program has ended. */
import { statSync, utimesSync } from 'node:fs';
import { notesReads } from '../../processes.js';

/** The time of access that a terminal had when it was marked. */
export type ReadMark = number;

/** The kernel changes the time of access only every eight seconds, to hide when keys are pressed. */
const BACK_S = 60;

/** Null if reading would not show. */
export function markUnread(path: string): ReadMark | null {
  if (!notesReads()) return null;
  const nowS = Math.floor(Date.now() / 1000);
  const mark = (nowS - BACK_S) * 1000;
  try {
    utimesSync(path, nowS - BACK_S, nowS);
    return statSync(path).atimeMs === mark ? mark : null;
  } catch {
    return null;
  }
}

export function wasReadSince(path: string, mark: ReadMark): boolean {
  try {
    return statSync(path).atimeMs !== mark;
  } catch {
    return false;
  }
}
