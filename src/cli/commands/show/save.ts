/** `synapse show --save`: writes what the other side sent as files into a folder. Never overwrites, never leaves the folder. */
import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail } from '../../../errors.js';
import { numbered, safeName } from './safe-name.js';

export interface SavedPart {
  readonly type: string;
  readonly text?: string;
  readonly data?: unknown;
  readonly file?: Readonly<Record<string, unknown>>;
}

export interface Saved {
  readonly saved: readonly { readonly path: string; readonly size: number }[];
  /** What lies elsewhere and was not fetched. */
  readonly links: readonly { readonly name: string; readonly url: string }[];
}

/** `isOutside`: its sender has no files here, so what it calls a file here is none of its own. */
export function saveParts(
  parts: readonly SavedPart[],
  dir: string,
  { isOutside }: { readonly isOutside: boolean },
): Saved {
  const folder = resolve(dir);
  makeFolder(folder);
  const links: { name: string; url: string }[] = [];
  const saved: { path: string; size: number }[] = [];
  const keep = (name: string, content: Buffer | string) => saved.push(write(folder, name, Buffer.from(content)));
  const texts = parts.flatMap(({ type, text }) => (type === 'text' && text ? [text] : []));
  if (texts.length > 0) keep('reply.txt', `${texts.join('\n')}\n`);
  for (const { type, data, file } of parts) {
    if (type === 'data') keep('data.json', `${JSON.stringify(data, null, 2)}\n`);
    if (type !== 'file' || !file) continue;
    const name = safeName(file.name ?? file.filename, 'file');
    const content = contentOf(file, isOutside);
    const url = file.uri ?? file.url ?? file.fileWithUri;
    if (content) keep(name, content);
    else if (typeof url === 'string') links.push({ name, url });
  }
  return { saved, links };
}

/** Null for what lies elsewhere. */
function contentOf(file: Readonly<Record<string, unknown>>, isOutside: boolean): Buffer | null {
  const bytes = file.bytes ?? file.raw ?? file.fileWithBytes;
  if (typeof bytes === 'string') return Buffer.from(bytes, 'base64');
  const url = file.uri ?? file.url ?? file.fileWithUri;
  if (isOutside || typeof url !== 'string' || !url.startsWith('file:')) return null;
  try {
    const path = fileURLToPath(url);
    return statSync(path).isFile() ? readFileSync(path) : null;
  } catch {
    return null;
  }
}

function makeFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true });
  } catch (error) {
    throw fail('storage_failed', { reason: (error as Error).message, path: dir });
  }
}

const MOST_NAMESAKES = 1_000;

/** A file that is there already stays as it is, and so does what a link points to. */
function write(folder: string, name: string, content: Buffer): { path: string; size: number } {
  for (let number = 1; number <= MOST_NAMESAKES; number += 1) {
    const path = join(folder, numbered(name, number));
    try {
      const fd = openSync(path, 'wx');
      try {
        writeFileSync(fd, content);
      } finally {
        closeSync(fd);
      }
      return { path, size: content.length };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw fail('storage_failed', { reason: (error as Error).message, path: folder });
    }
  }
  throw fail('storage_failed', { reason: `there are too many files called ${name}`, path: folder });
}
