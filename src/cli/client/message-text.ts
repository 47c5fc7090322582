/** Reads the message of a command: its argument, or all of stdin for `-`. Never reads stdin otherwise. */
import { readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { MAX_TEXT_BYTES } from '../../a2a/decode.js';
import { fail } from '../../errors.js';
import { isCommandLineText } from '../../processes.js';

export function readMessage(argument: string | undefined, files: readonly string[] = []): string | undefined {
  const text = argument === '-' ? readStdin().replace(/\r?\n$/, '') : argument;
  if (text === undefined && files.length > 0) return undefined;
  if (text === undefined)
    throw fail('invalid_request', {
      reason: 'The message is missing. Give it as an argument, or use - to read it from stdin.',
    });
  if (text.trim() === '' && files.length === 0) throw fail('invalid_request', { reason: 'The message is empty.' });
  // Node replaces bytes that are not UTF-8 with this character, which would lose the original text.
  if (argument !== '-' && text.includes('\ufffd') && !isCommandLineText()) throw notText();
  return text;
}

export function readFiles(paths: readonly string[] = []): string[] {
  return paths.map((path) => {
    const file = resolve(path);
    try {
      if (statSync(file).isFile()) return file;
    } catch {
      // Reported below.
    }
    throw fail('invalid_request', { reason: `--file: there is no file ${path}.` });
  });
}

const CHUNK_BYTES = 64 * 1024;
const NOT_READY_PAUSE_MS = 10;

/** Reads everything, up to what a message can hold: `yes | synapse send x -` must end, too. */
function readStdin(): string {
  const chunks: Buffer[] = [];
  let size = 0;
  for (let chunk = readChunk(); chunk.length > 0; chunk = readChunk()) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_TEXT_BYTES + 2) throw fail('content_too_large', { what: 'The text', size, limit: MAX_TEXT_BYTES });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    throw notText();
  }
}

function notText() {
  return fail('invalid_request', {
    reason: 'The message is not UTF-8 text. Send it as a file instead: synapse send <target> --file PATH',
  });
}

/** Empty at the end. If the pipe is non-blocking, EAGAIN means that nothing has arrived yet. */
function readChunk(): Buffer {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (;;) {
    try {
      return buffer.subarray(0, readSync(0, buffer));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return buffer.subarray(0, 0);
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, NOT_READY_PAUSE_MS);
    }
  }
}
