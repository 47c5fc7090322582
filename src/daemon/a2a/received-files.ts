/** Files that a message contains are written to the agent's folder, because its program reads files, not messages. */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { textOf } from '../../a2a/decode.js';
import { agentPaths, ensurePrivateDir } from '../../paths.js';
import { newId } from '../../random-ids.js';
import type { Part } from '../../taskstore/message.js';

const LONGEST_NAME = 100;

export function filesDir(home: string, agentId: string): string {
  return join(agentPaths(home, agentId).dir, 'files');
}

/** Writes the files and returns the text of the message, which says where they are. */
export function writeFiles(dir: string, parts: readonly Part[]): string {
  if (!parts.some(hasBytes)) return textOf(parts);
  ensurePrivateDir(dir);
  const own = join(dir, newId());
  mkdirSync(own, { mode: 0o700 });
  const taken = new Set<string>();
  return textOf(
    parts.map((part): Part => {
      if (!hasBytes(part)) return part;
      const name = freeName(safeName(part.file.name), taken);
      const path = join(own, name);
      writeFileSync(path, Buffer.from(part.file.bytes, 'base64'), { mode: 0o600 });
      return { type: 'file', file: { name, uri: pathToFileURL(path).href } };
    }),
  );
}

/** Deletes the files of messages that are older than what is kept. */
export function deleteOldFiles(dir: string, before: number): void {
  for (const name of namesIn(dir)) {
    const path = join(dir, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && found.mtimeMs < before) rmSync(path, { recursive: true, force: true });
  }
}

interface ByValue {
  readonly type: 'file';
  readonly file: { readonly name?: unknown; readonly bytes: string };
}

function hasBytes(part: Part): part is Part & ByValue {
  return part.type === 'file' && typeof part.file.bytes === 'string';
}

/** A name in this folder and nowhere else, that is harmless in a terminal, too. */
function safeName(name: unknown): string {
  const last = typeof name === 'string' ? (name.split(/[/\\]/).at(-1) ?? '') : '';
  const clean = last.replace(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^\.+/, '');
  return [...clean].slice(-LONGEST_NAME).join('') || 'file';
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free.toLowerCase()); count++) free = `${count}-${name}`;
  taken.add(free.toLowerCase());
  return free;
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
