/** The files through which commands reach their daemon where a sandbox forbids sockets, and when they are used. */
import { join } from 'node:path';

/**
 * One request and its answer. The command writes `tmp` and renames it to `ask`. The daemon renames that to `open`, writes
 * the answer to `answer` as it arises, and renames it to `done` when it is complete. The command touches `open` while it
 * waits, and removes it when it has read enough.
 */
export type SpoolStep = 'tmp' | 'ask' | 'open' | 'answer' | 'done';

const FILE = /^([0-9a-f]{16})\.(tmp|ask|open|answer|done)$/;

export function spoolFile(folder: string, id: string, step: SpoolStep): string {
  return join(folder, `${id}.${step}`);
}

/** Null for a file that is not part of any request. */
export function parseSpoolFile(name: string): { readonly id: string; readonly step: SpoolStep } | null {
  const [, id, step] = FILE.exec(name) ?? [];
  return id === undefined ? null : { id, step: step as SpoolStep };
}

/** Whether the system says that this process may not use sockets. */
export function isForbidden(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EPERM' || code === 'EACCES' || code === 'EAFNOSUPPORT';
}
