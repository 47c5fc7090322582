/** Puts the content of files into a message for an outside agent, which cannot read the files here. */
import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail } from '../../../errors.js';
import type { Part } from '../../../taskstore/message.js';

/** Of all files of a message. With everything around it, it has to fit into a request of 16 MiB. */
const MOST_FILE_BYTES = 8 * 2 ** 20;

export function embedFiles(parts: readonly Part[]): readonly Part[] {
  let size = 0;
  return parts.map((part) => {
    const uri = part.type === 'file' ? part.file.uri : undefined;
    if (part.type !== 'file' || typeof uri !== 'string' || !uri.startsWith('file:')) return part;
    const path = fileURLToPath(uri);
    size += sizeOf(path);
    if (size > MOST_FILE_BYTES) throw fail('content_too_large', { what: 'The files', size, limit: MOST_FILE_BYTES });
    const { uri: _uri, ...named } = part.file;
    const mimeType = MEDIA_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
    return { type: 'file', file: { ...named, mimeType, bytes: contentOf(path).toString('base64') } };
  });
}

/** What agents exchange most. Others find out from the name. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.log': 'text/plain',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.zip': 'application/zip',
};

/** Only of a regular file: reading a pipe could wait forever. */
function sizeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) throw fail('invalid_request', { reason: `--file: there is no file ${path}.` });
  return found.size;
}

function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw fail('invalid_request', { reason: `--file: ${(error as Error).message}` });
  }
}
