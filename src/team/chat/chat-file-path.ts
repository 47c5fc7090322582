/** Where the chat file of an agent lies. A project may come from strangers: no link in it leads us to a foreign file. */
import {
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

export interface ChatPlace {
  /** Chosen by a person; it may well be a link. */
  readonly workingDirectory: string;
  readonly agentId: string;
}

const FOLDER = '.ai-pm';

/** Null for an id that would lead out of the folder. */
export function chatFile({ workingDirectory, agentId }: ChatPlace): string | null {
  return isAgentId(agentId) ? join(foldersOf({ workingDirectory, agentId }).at(-1) as string, 'chat.jsonl') : null;
}

/** Opens the file for reading and writing, and makes it and its folders where they are missing. */
export function openChatFile(place: ChatPlace): number {
  if (!statSync(place.workingDirectory, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`the folder ${place.workingDirectory} is not there`);
  }
  for (const folder of foldersOf(place)) makeFolder(folder);
  ignoreAll(join(place.workingDirectory, FOLDER));
  const file = chatFile(place) as string;
  const trouble = troubleOf(file, isFile);
  if (trouble !== null) throw new Error(trouble);
  // Should a link have come there since, it is refused here.
  const fd = openSync(file, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
  if (isFile(fstatSync(fd))) return fd;
  closeSync(fd);
  throw new Error(`${file} is not a file`);
}

/** What keeps the file from being written; null where nothing does that could be seen. */
export function chatTrouble(place: ChatPlace): string | null {
  for (const folder of foldersOf(place)) {
    const trouble = troubleOf(folder, isFolder);
    if (trouble !== null) return trouble;
  }
  return troubleOf(chatFile(place) as string, isFile);
}

/** The size of the file; null where there is none that is one. */
export function chatFileSize(place: ChatPlace): number | null {
  const found = lstatSync(chatFile(place) as string, { throwIfNoEntry: false });
  return found && isFile(found) ? found.size : null;
}

/** The outermost first. */
function foldersOf({ workingDirectory, agentId }: ChatPlace): string[] {
  const root = join(workingDirectory, FOLDER);
  return [root, join(root, 'agents'), join(root, 'agents', agentId)];
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const trouble = troubleOf(folder, isFolder);
    if (trouble !== null) throw new Error(trouble);
  }
}

/** Chat is nothing for a repository. */
function ignoreAll(root: string): void {
  try {
    writeFileSync(join(root, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function troubleOf(path: string, isRight: (found: Stats) => boolean): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || isRight(found)) return null;
  if (found.isSymbolicLink()) return `${path} is a link, and chat is written through none`;
  return `${path} is not a ${isRight === isFile ? 'file' : 'folder'}`;
}

function isFolder(found: Stats): boolean {
  return found.isDirectory();
}

function isFile(found: Stats): boolean {
  return found.isFile();
}
