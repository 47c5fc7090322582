/** Locates an agent's chat file. Follows no links inside a project, because it may come from strangers. */
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isAgentId } from '../../ids.js';

export interface ChatFileOwner {
  /** Chosen by a person, so it may be a link. */
  readonly workingDirectory: string;
  readonly agentId: string;
}

const FOLDER = '.ai-pm';

/** Null for an id that would leave the folder. */
export function chatFile({ workingDirectory, agentId }: ChatFileOwner): string | null {
  return isAgentId(agentId) ? join(foldersOf({ workingDirectory, agentId }).at(-1) as string, 'chat.jsonl') : null;
}

/** Opens the file for reading and writing; creates it and its folders if they are missing. */
export function openChatFile(owner: ChatFileOwner): number {
  if (!statSync(owner.workingDirectory, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`the folder ${owner.workingDirectory} is not there`);
  }
  for (const folder of foldersOf(owner)) makeFolder(folder);
  ignoreAll(join(owner.workingDirectory, FOLDER));
  const file = chatFile(owner) as string;
  const trouble = troubleOf(file, isFile);
  if (trouble !== null) throw new Error(trouble);
  // Refuses a link that appeared after the check, and does not wait for the other end of a pipe.
  const { O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  const fd = openSync(file, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  const found = problemOf(file, fstatSync(fd), isFile);
  if (found === null) return fd;
  closeSync(fd);
  throw new Error(found);
}

/** Why the file cannot be written, as far as can be seen; null if it can. */
export function chatTrouble(owner: ChatFileOwner): string | null {
  for (const folder of foldersOf(owner)) {
    const trouble = troubleOf(folder, isFolder);
    if (trouble !== null) return trouble;
  }
  return troubleOf(chatFile(owner) as string, isFile);
}

/** The size of the file; null if it is missing or not a regular file. */
export function chatFileSize(owner: ChatFileOwner): number | null {
  const found = lstatSync(chatFile(owner) as string, { throwIfNoEntry: false });
  return found && problemOf('', found, isFile) === null ? found.size : null;
}

/** Outermost first. */
function foldersOf({ workingDirectory, agentId }: ChatFileOwner): string[] {
  const root = join(workingDirectory, FOLDER);
  return [root, join(root, 'agents'), join(root, 'agents', agentId)];
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const trouble = troubleOf(folder, isFolder);
    if (trouble !== null) throw new Error(trouble);
    closeToOthers(folder);
  }
}

/** Nobody else may replace the files in it. Earlier versions made such folders if the umask allowed it. */
function closeToOthers(folder: string): void {
  const { mode, uid } = lstatSync(folder);
  if (mode & 0o022 && uid === process.getuid?.()) chmodSync(folder, 0o700);
}

/** Keeps chat out of the project's repository. */
function ignoreAll(root: string): void {
  try {
    writeFileSync(join(root, '.gitignore'), '*\n', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function troubleOf(path: string, isRight: (found: Stats) => boolean): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found ? problemOf(path, found, isRight) : null;
}

function problemOf(path: string, found: Stats, isRight: (found: Stats) => boolean): string | null {
  const isHardLink = found.isFile() && found.nlink > 1;
  if (found.isSymbolicLink() || isHardLink) return `${path} is a link, and chat is written through none`;
  return isRight(found) ? null : `${path} is not a ${isRight === isFile ? 'file' : 'folder'}`;
}

function isFolder(found: Stats): boolean {
  return found.isDirectory();
}

function isFile(found: Stats): boolean {
  return found.isFile();
}
