import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { embedFiles } from '../../../../src/daemon/mail/external/embed-files.js';
import { tempDir } from '../../../taskstore/rig.js';

const part = (path: string) => ({ type: 'file', file: { name: 'n', uri: pathToFileURL(path).href } }) as const;

test('a file here becomes its content, and everything else stays', () => {
  const path = join(tempDir(), 'a b.md');
  writeFileSync(path, 'hello');
  const text = { type: 'text', text: 'x' } as const;
  const web = { type: 'file', file: { uri: 'https://example.com/x' } } as const;
  const bytes = Buffer.from('hello').toString('base64');
  expect(embedFiles([text, part(path), web])).toEqual([
    text,
    { type: 'file', file: { name: 'n', mimeType: 'text/markdown', bytes } },
    web,
  ]);
});

test('files that are gone, are no files or are too large are refused before anything is read', () => {
  const dir = tempDir();
  const large = join(dir, 'large');
  writeFileSync(large, '');
  truncateSync(large, 9 * 2 ** 20);
  mkdirSync(join(dir, 'folder'));
  expect(() => embedFiles([part(large)])).toThrow(expect.objectContaining({ code: 'content_too_large' }));
  for (const name of ['folder', 'gone']) {
    expect(() => embedFiles([part(join(dir, name))])).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  }
});
