/** Reads the other parts of a reply: files, URLs of files, and data. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { MAX_FILE_BYTES } from '../../../a2a/decode.js';
import { fail } from '../../../errors.js';

export interface AttachedOptions {
  readonly artifact?: readonly string[];
  readonly artifactUrl?: readonly string[];
  readonly data?: string;
}

/** A file as the wire has it. */
interface Attached {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes?: string;
  readonly uri?: string;
}

/** `named` has a name for each thing that is attached. */
export function readAttached({ artifact = [], artifactUrl = [], data }: AttachedOptions): {
  readonly named: readonly string[];
  readonly body: { readonly artifacts?: readonly Attached[]; readonly data?: unknown };
} {
  const artifacts = [...artifact.map(readFile), ...artifactUrl.map(readAddress)];
  return {
    named: [...artifacts.map(({ name }) => name), ...(data === undefined ? [] : ['data'])],
    body: {
      ...(artifacts.length === 0 ? {} : { artifacts }),
      ...(data === undefined ? {} : { data: readData(data) }),
    },
  };
}

/** The file is read now, so the reply keeps what it contains at this moment. */
function readFile(path: string): Attached {
  const name = path.split('/').at(-1) ?? path;
  return { name, mimeType: mediaTypeOf(name), bytes: contentOf(path).toString('base64') };
}

function contentOf(path: string): Buffer {
  let file: number;
  try {
    // Opening a pipe waits for its other end unless this flag is set.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    throw fail('invalid_request', { reason: `--artifact: there is no file ${path}.` });
  }
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw fail('invalid_request', { reason: `--artifact: ${path} is not a regular file.` });
    if (found.size > MAX_FILE_BYTES) {
      throw fail('content_too_large', { what: path, size: found.size, limit: MAX_FILE_BYTES });
    }
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function readAddress(address: string): Attached {
  if (!URL.canParse(address))
    throw fail('invalid_request', { reason: `--artifact-url: ${address} is not an address.` });
  const { pathname, host, href } = new URL(address);
  const name = readableName(pathname.split('/').findLast((word) => word !== '') ?? host);
  return { name, mimeType: mediaTypeOf(name), uri: href };
}

function readableName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function readData(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw fail('invalid_request', { reason: `--data is not valid JSON: ${(error as Error).message}` });
  }
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  csv: 'text/csv',
  diff: 'text/x-diff',
  gif: 'image/gif',
  gz: 'application/gzip',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  log: 'text/plain',
  md: 'text/markdown',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  patch: 'text/x-diff',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  tar: 'application/x-tar',
  txt: 'text/plain',
  wav: 'audio/wav',
  webp: 'image/webp',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  zip: 'application/zip',
};

function mediaTypeOf(name: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return MEDIA_TYPES[ending] ?? 'application/octet-stream';
}
