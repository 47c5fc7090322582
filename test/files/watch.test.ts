import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tryToWatch, watchFolder } from '../../src/files/watch.js';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'syn-watch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('files that appear, change and go away are reported by their names', async () => {
  const folder = newFolder();
  const file = join(folder, 'a.json');
  let seen: string[] = [];
  const watching = watchFolder(folder, (name) => seen.push(name));
  onTestFinished(() => watching.close());
  const steps = [() => writeFileSync(file, '1'), () => writeFileSync(file, '2'), () => rmSync(file)];
  for (const step of steps) {
    seen = [];
    step();
    await expect.poll(() => seen).toContain('a.json');
  }
  renameSync(newFolder(), join(folder, 'b'));
  await expect.poll(() => seen).toContain('b');
});

test('what does not exist cannot be watched', () => {
  expect(tryToWatch(join(newFolder(), 'missing'), () => {})).toBeNull();
});
