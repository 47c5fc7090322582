/** Looks at a file that is to be changed, and refuses what must not be written to. */
import { accessSync, closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fail } from '../../../errors.js';
import type { Text } from '../../../i18n/language.js';
import { positionAt, Trouble } from '../edit/trouble.js';

export interface Target {
  /** As people name it. */
  readonly file: string;
  /** Where it is, without symbolic links. */
  readonly real: string;
  /** Null if it does not exist. */
  readonly text: string | null;
  readonly mode: number | null;
  /** The folders that have to be made for it, outermost first. */
  readonly folders: readonly string[];
}

/** Histories of agents are kept in such files too. */
const MAX_BYTES = 64 * 2 ** 20;
const NOBODY_WRITES = 0o222;

/** `within` is the folder that must not be left. */
export function lookAt(file: string, within: string | null, shownFrom: string): Target {
  const shown = shownName(file, shownFrom);
  return reporting(shown, '', () => {
    const { real, folders } = realPlace(file);
    if (within !== null && !isInside(real, within)) throw new Trouble(leadsOut(real));
    const found = folders.length > 0 ? null : readTarget(real);
    const dir = dirname(folders[0] ?? real);
    checkFolder(dir);
    return { file: shown, real, text: found?.text ?? null, mode: found?.mode ?? null, folders };
  });
}

/** Turns trouble with a file into an error that says where. */
export function reporting<Result>(file: string, text: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    const place = text === '' ? file : `${file}:${positionAt(text, error.offset)}`;
    throw fail('file_not_editable', { file: place, reason: error.reason });
  }
}

/** Null if the file does not exist. */
export function readTarget(real: string): { text: string; mode: number } | null {
  const fd = openIfThere(real);
  if (fd === null) return null;
  try {
    const found = fstatSync(fd);
    if (!found.isFile()) throw new Trouble({ en: 'It is not a regular file.', ja: '通常のファイルではありません。' });
    if ((found.mode & NOBODY_WRITES) === 0) throw new Trouble({ en: 'It is read-only.', ja: '読み取り専用です。' });
    if (found.size > MAX_BYTES) throw new Trouble({ en: 'It is too large.', ja: '大きすぎます。' });
    const bytes = readFileSync(fd);
    const text = bytes.toString('utf8');
    if (!Buffer.from(text).equals(bytes)) {
      throw new Trouble({ en: 'It is not valid UTF-8.', ja: 'UTF-8 として正しくありません。' });
    }
    return { text, mode: found.mode & 0o7777 };
  } finally {
    closeSync(fd);
  }
}

/** Opening a pipe waits for its other end unless this flag is set. */
function openIfThere(real: string): number | null {
  try {
    return openSync(real, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'EACCES') throw new Trouble({ en: 'It cannot be read.', ja: '読み取れません。' });
    throw error;
  }
}

/** Follows symbolic links of the file and of its folders, as far as they exist. */
function realPlace(file: string): { real: string; folders: string[] } {
  if (lstatSync(file, { throwIfNoEntry: false })) return { real: follow(file), folders: [] };
  const missing: string[] = [];
  let dir = dirname(file);
  while (!lstatSync(dir, { throwIfNoEntry: false })) {
    missing.unshift(basename(dir));
    dir = dirname(dir);
  }
  const start = follow(dir);
  const folders = missing.map((_, index) => join(start, ...missing.slice(0, index + 1)));
  return { real: join(start, ...missing, basename(file)), folders };
}

function follow(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    throw new Trouble({
      en: 'It is a symbolic link that leads nowhere.',
      ja: 'リンク先がないシンボリックリンクです。',
    });
  }
}

function checkFolder(dir: string): void {
  try {
    accessSync(dir, constants.W_OK | constants.X_OK);
  } catch {
    throw new Trouble({ en: 'Its folder cannot be written to.', ja: 'フォルダーに書き込めません。' });
  }
}

function leadsOut(real: string): Text {
  return {
    en: `It leads out of the project, to ${real}.`,
    ja: `プロジェクトの外の ${real} につながっています。`,
  };
}

export function isInside(path: string, dir: string): boolean {
  return path === dir || path.startsWith(dir.endsWith(sep) ? dir : `${dir}${sep}`);
}

function shownName(file: string, from: string): string {
  const name = relative(from, file);
  return name === '' || name.startsWith('..') ? file : name;
}
