import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands/table.js';
import { manPages } from '../../../src/cli/man/man-pages.js';
import { ERROR_CATALOGUE } from '../../../src/error-catalogue.js';
import { ROOT } from '../../rig/home/binary.js';

const PAGES = manPages();
const hasMan = spawnSync('man', ['--version']).status === 0 && process.platform === 'linux';

test.each(PAGES)('$file is what its sources say (otherwise: npm run man)', ({ file, text }) => {
  expect(readFileSync(join(ROOT, 'man', file), 'utf8')).toBe(text);
});

test.each(PAGES)('package.json installs $file', ({ file }) => {
  const { man } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { man: string[] };
  expect(man).toContain(`man/${file}`);
});

test.runIf(hasMan).each(PAGES)('man shows $file without a warning', ({ file }) => {
  const { status, stdout, stderr } = show(file);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('NAME');
});

test.runIf(hasMan)('every command and every error code is readable in a page', () => {
  const text = PAGES.map(({ file }) => show(file).stdout).join('\n');
  for (const { path } of COMMANDS) expect(text).toContain(`synapse ${path}`);
  for (const code of Object.keys(ERROR_CATALOGUE)) expect(text).toContain(`${code} (HTTP`);
});

function show(file: string) {
  return spawnSync('man', ['--warnings', '-E', 'UTF-8', '-l', join(ROOT, 'man', file)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8', MANWIDTH: '120', MAN_KEEP_FORMATTING: '' },
  });
}
