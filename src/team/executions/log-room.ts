/** Keeps the logs of all executions within a limit by deleting the oldest finished ones. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { marksFile } from './log-marks.js';

const LOG_NAME = /^(exec_\w+)\.log$/;

export interface LogFile {
  readonly executionId: string;
  readonly file: string;
  readonly bytes: number;
  readonly changedAt: number;
}

/** Oldest first. */
export async function logFiles(dir: string): Promise<LogFile[]> {
  const found: LogFile[] = [];
  for (const name of await namesIn(dir)) {
    const executionId = LOG_NAME.exec(name)?.[1];
    const file = join(dir, name);
    const facts = executionId === undefined ? null : await stat(file).catch(() => null);
    if (executionId !== undefined && facts)
      found.push({ executionId, file, bytes: facts.size, changedAt: facts.mtimeMs });
  }
  return found.sort((a, b) => a.changedAt - b.changedAt);
}

export async function removeLog(file: string): Promise<void> {
  await rm(file, { force: true });
  await rm(marksFile(file), { force: true });
}

/** Calls `running` after listing the files, so that every log being written has its execution by then. */
export async function makeRoom(
  dir: string,
  limitBytes: number,
  running: () => Promise<ReadonlySet<string>>,
): Promise<void> {
  const files = await logFiles(dir);
  let over = files.reduce((sum, { bytes }) => sum + bytes, 0) - limitBytes;
  if (over <= 0) return;
  const kept = await running();
  for (const { executionId, file, bytes } of files) {
    if (over <= 0) return;
    if (kept.has(executionId)) continue;
    await removeLog(file);
    over -= bytes;
  }
}

async function namesIn(dir: string): Promise<string[]> {
  try {
    return await readdir(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
