/** Small file systems of their own, for what happens when a disk is full or must not be written. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why no file system can be mounted here; null if it can, which needs Linux and root. */
export const CANNOT_MOUNT = whyNot();

export function mountSmall(dir: string, size: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  run('mount', '-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', dir);
}

export function makeReadOnly(dir: string): void {
  run('mount', '-o', 'remount,ro', dir);
}

/** Works even while somebody still has a file open there. */
export function unmount(dir: string): void {
  run('umount', '-l', dir);
}

function whyNot(): string | null {
  const dir = mkdtempSync(join(tmpdir(), 'syn-mount-'));
  try {
    mountSmall(dir, '64k');
    unmount(dir);
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    rmdirSync(dir);
  }
}

function run(command: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
}
