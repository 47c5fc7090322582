/** Decodes the other parts of a reply: files by value, URLs of files, and data. */
import { MAX_FILE_BYTES } from '../../../a2a/decode.js';
import { fail } from '../../../errors.js';
import type { Part } from '../../../taskstore/message.js';
import { type Fields, fieldsOf, textField, wrong } from './fields.js';

const MOST_ATTACHED = 100;

export function attachedParts(body: Fields): Part[] {
  const files = body.artifacts ?? [];
  if (!Array.isArray(files) || files.length > MOST_ATTACHED) throw wrong('artifacts', 'a list of files');
  return [
    ...files.map((file) => ({ type: 'file' as const, file: decodeFile(fieldsOf(file)) })),
    ...(body.data === undefined ? [] : [{ type: 'data' as const, data: body.data }]),
  ];
}

/** With `bytes`, in base64, or with a `uri`. */
function decodeFile(file: Fields): Readonly<Record<string, unknown>> {
  const uri = textField(file, 'uri');
  const shared = { name: textField(file, 'name') ?? 'unnamed', mimeType: textField(file, 'mimeType') };
  if (uri !== null) {
    if (!URL.canParse(uri)) throw wrong('uri', 'an address');
    return { ...shared, uri };
  }
  if (typeof file.bytes !== 'string') throw wrong('bytes', 'a text in base64');
  const size = Buffer.byteLength(file.bytes, 'base64');
  if (size > MAX_FILE_BYTES) throw fail('content_too_large', { what: shared.name, size, limit: MAX_FILE_BYTES });
  return { ...shared, bytes: file.bytes };
}
