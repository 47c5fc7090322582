/** What `synapse serve` gives to outside clients now. Each such process has a file. */
import { join } from 'node:path';
import { ensureHomeDir, ensurePrivateDir, servingDir } from '../../paths.js';
import { isSameProcess, startTimeOf } from '../../processes.js';
import { namesIn, readIfThere, removeIfThere, writeWhole } from '../whole-files.js';

export interface Serving {
  readonly pid: number;
  readonly startTime: string;
  /** Where clients reach it. */
  readonly url: string;
  /** Where it listens. */
  readonly address: string;
  readonly isEncrypted: boolean;
  /** When its certificate ends; null without one. */
  readonly validTo: number | null;
  /** The ids of the agents; null for every agent that is no person. */
  readonly agents: readonly string[] | null;
}

export function publishServing(home: string, serving: Omit<Serving, 'pid' | 'startTime'>): void {
  ensureHomeDir(home);
  ensurePrivateDir(servingDir(home));
  for (const file of filesIn(home)) if (!read(file)) removeIfThere(file);
  const own = { pid: process.pid, startTime: startTimeOf(process.pid) ?? '', ...serving };
  writeWhole(fileOf(home), `${JSON.stringify(own)}\n`);
}

export function withdrawServing(home: string): void {
  removeIfThere(fileOf(home));
}

/** Those whose process lives. */
export function listServing(home: string): Serving[] {
  return filesIn(home).flatMap((file) => read(file) ?? []);
}

function read(file: string): Serving | null {
  try {
    const serving = JSON.parse(readIfThere(file) ?? 'null') as Serving | null;
    return serving && typeof serving.url === 'string' && isSameProcess(serving) ? serving : null;
  } catch {
    return null;
  }
}

function filesIn(home: string): string[] {
  return namesIn(servingDir(home)).map((name) => join(servingDir(home), name));
}

function fileOf(home: string): string {
  return join(servingDir(home), `${process.pid}.json`);
}
