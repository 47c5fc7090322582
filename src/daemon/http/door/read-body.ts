/** Reads the body of a request within its limits. */
import type { IncomingMessage } from 'node:http';
import { MAX_BODY_BYTES } from '../../../a2a/decode.js';
import { parseJson } from '../../../a2a/parse-json.js';
import { fail } from '../../../errors.js';

/** For callers without a credential, because many of them could fill the memory together. */
const MAX_STRANGER_BYTES = 2 ** 20;
const SILENCE_LIMIT_MS = 1_000;
const MAX_REST_BYTES = 4 * MAX_BODY_BYTES;

/** Reads by events, because an async iterator over the request costs more than parsing the body. */
export async function readBody(request: IncomingMessage, isStranger: boolean): Promise<unknown> {
  const limit = isStranger ? MAX_STRANGER_BYTES : MAX_BODY_BYTES;
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) throw tooLarge(announced, limit);
  const chunks = await readChunks(request, limit);
  return parseJson(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
}

function readChunks(request: IncomingMessage, limit: number): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      chunks.length = 0;
      reject(tooLarge(size, limit));
    });
    request.on('error', reject);
    request.on('aborted', () => reject(fail('invalid_request', { reason: 'The request was interrupted.' })));
    request.on('end', () => resolve(chunks));
  });
}

/** Skips the rest of a body while it arrives. A client that is still writing may never see an answer that comes before. */
export function skipRest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, SILENCE_LIMIT_MS).unref();
    const finish = () => {
      clearTimeout(timer);
      resolve();
    };
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_REST_BYTES) finish();
      else timer.refresh();
    });
    request.once('end', finish).once('close', finish);
    request.resume();
  });
}

function tooLarge(size: number, limit: number) {
  return fail('content_too_large', { what: 'The request', size, limit });
}
