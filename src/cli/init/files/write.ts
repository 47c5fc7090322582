/** Writes a plan: every file whole or not at all, and only if it is still what the plan was made from. */
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Trouble } from '../edit/trouble.js';
import { readTarget, reporting, type Target } from './target.js';

export interface Change extends Target {
  /** Null if the file goes. */
  readonly after: string | null;
}

/** The permissions of a file that is new. */
export interface WriteOptions {
  readonly mode: number;
}

export function applyChanges(changes: readonly Change[], options: WriteOptions): void {
  for (const change of changes) checkUnchanged(change);
  for (const change of changes) apply(change, options);
}

/** Removes what a killed run has left beside a file, and the folder if there was nothing else. True if there was something. */
export function removeLeftovers({ real }: Pick<Target, 'real'>): boolean {
  const own = new RegExp(`^\\.${escaped(basename(real))}\\.synapse-(\\d+)\\.tmp$`);
  const left = namesIn(dirname(real)).filter((name) => {
    const pid = own.exec(name)?.[1];
    return pid !== undefined && !isAlive(Number(pid));
  });
  for (const name of left) unlinkSync(join(dirname(real), name));
  if (left.length > 0) removeEmptyFolders([dirname(real)]);
  return left.length > 0;
}

/** Folders that we made go with the last file in them, innermost first. */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(code)) throw error;
    }
  }
}

function apply(change: Change, { mode }: WriteOptions): void {
  const { real, after, folders } = change;
  if (after === null) {
    checkUnchanged(change);
    unlinkSync(real);
    return;
  }
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  const beside = join(dirname(real), `.${basename(real)}.synapse-${process.pid}.tmp`);
  const fd = openSync(beside, 'wx', mode);
  try {
    try {
      if (change.mode !== null) keepOwnerAndMode(fd, real, change.mode);
      writeFileSync(fd, after);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    checkUnchanged(change);
    renameSync(beside, real);
  } catch (error) {
    unlinkSync(beside);
    throw error;
  }
}

function keepOwnerAndMode(fd: number, real: string, mode: number): void {
  const { uid, gid } = statSync(real);
  try {
    fchownSync(fd, uid, gid);
  } catch {
    // Only root may give a file away. Others can only replace it by one of their own.
  }
  fchmodSync(fd, mode);
}

function checkUnchanged({ file, real, text }: Change): void {
  reporting(file, '', () => {
    if ((readTarget(real)?.text ?? null) === text) return;
    throw new Trouble({
      en: 'It has changed in the meantime. Run the command again.',
      ja: 'その間に変更されました。もう一度実行してください。',
    });
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
