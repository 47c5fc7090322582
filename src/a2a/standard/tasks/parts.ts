/** Parts of messages and results: how the standard writes them, and how this agent stores them. */
import type { Part as WirePart } from '@a2a-js/sdk';
import type { Part } from '../../../taskstore/message.js';

export function toStored({ content, filename, mediaType, metadata }: WirePart): Part {
  const more = metadata === undefined ? {} : { metadata };
  const file = {
    ...(filename === '' ? {} : { name: filename }),
    ...(mediaType === '' ? {} : { mimeType: mediaType }),
  };
  switch (content?.$case) {
    case 'text':
      return { type: 'text', text: content.value, ...(mediaType === '' ? {} : { mimeType: mediaType }), ...more };
    case 'raw':
      return { type: 'file', file: { ...file, bytes: content.value.toString('base64') }, ...more };
    case 'url':
      return { type: 'file', file: { ...file, uri: content.value }, ...more };
    default:
      return { type: 'data', data: content?.value, ...(mediaType === '' ? {} : { mimeType: mediaType }), ...more };
  }
}

export function toWire(part: Part): WirePart {
  const metadata = part.metadata as WirePart['metadata'];
  if (part.type === 'text') {
    return { content: { $case: 'text', value: part.text }, filename: '', mediaType: part.mimeType ?? '', metadata };
  }
  if (part.type === 'data') {
    return { content: { $case: 'data', value: part.data }, filename: '', mediaType: part.mimeType ?? '', metadata };
  }
  const { file } = part;
  return {
    content: contentOf(file),
    filename: word(file.name ?? file.filename),
    mediaType: word(file.mimeType ?? file.mediaType),
    metadata,
  };
}

function contentOf(file: Readonly<Record<string, unknown>>): WirePart['content'] {
  const bytes = file.bytes ?? file.raw ?? file.fileWithBytes;
  if (typeof bytes === 'string') return { $case: 'raw', value: Buffer.from(bytes, 'base64') };
  return { $case: 'url', value: word(file.uri ?? file.url ?? file.fileWithUri) };
}

function word(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
