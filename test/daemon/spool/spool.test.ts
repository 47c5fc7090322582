import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { expect, test as plain } from 'vitest';
import { Spool } from '../../../src/daemon/spool/spool.js';
import { SpoolConnection } from '../../../src/daemon/spool/spool-connection.js';
import { Log } from '../../../src/log.js';

const ID = '0123456789abcdef';
const idOf = (number: number) => String(number).padStart(16, '0');

interface Rig {
  readonly dir: string;
  readonly spool: Spool;
  /** The connections that the spool passed on. */
  readonly admitted: Duplex[];
}

const test = plain.extend<{ rig: Rig }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test library reads what a fixture needs from this pattern.
  rig: async ({}, use) => {
    const dir = mkdtempSync(join(tmpdir(), 'syn-'));
    const admitted: Duplex[] = [];
    const parts = { admit: (connection: Duplex) => void admitted.push(connection), log: new Log(join(dir, 'log')) };
    const spool = Spool.open([dir], parts) as Spool;
    await use({ dir, spool, admitted });
    spool.close();
    rmSync(dir, { recursive: true, force: true });
  },
});

function ask({ spool }: Rig, id: string, text: string): void {
  writeFileSync(join(spool.path, `${id}.tmp`), text);
  renameSync(join(spool.path, `${id}.tmp`), join(spool.path, `${id}.ask`));
}

test('a request is passed on as it is, and its answer becomes a file that is renamed when it is complete', async ({
  rig,
}) => {
  ask(rig, ID, 'GET / HTTP/1.0\r\n\r\n');
  await expect.poll(() => rig.admitted.length).toBe(1);
  const [connection] = rig.admitted as [Duplex];
  expect(String(connection.read())).toBe('GET / HTTP/1.0\r\n\r\n');
  connection.write('one ');
  expect(readFileSync(join(rig.spool.path, `${ID}.answer`), 'utf8')).toBe('one ');
  connection.end('two');
  await expect.poll(() => readdirSync(rig.spool.path).sort()).toEqual([`${ID}.done`, `${ID}.open`]);
  expect(readFileSync(join(rig.spool.path, `${ID}.done`), 'utf8')).toBe('one two');
});

test('a command that removes its request hangs up', async ({ rig }) => {
  ask(rig, ID, 'x');
  await expect.poll(() => rig.admitted.length).toBe(1);
  rmSync(join(rig.spool.path, `${ID}.open`));
  await expect.poll(() => rig.admitted[0]?.destroyed).toBe(true);
  expect(rig.admitted[0]?.errored).toBe(null);
  expect(readdirSync(rig.spool.path)).toEqual([]);
});

test('a command that does not show itself any more counts as gone', ({ rig: { dir } }) => {
  writeFileSync(join(dir, `${ID}.ask`), 'x');
  const connection = new SpoolConnection(dir, ID);
  connection.on('error', () => {});
  for (let look = 0; look < 20; look += 1) {
    utimesSync(join(dir, `${ID}.open`), look + 1, look + 1);
    connection.look();
  }
  expect(connection.destroyed).toBe(false);
  for (let look = 0; look < 5; look += 1) connection.look();
  expect(connection.destroyed).toBe(true);
  expect(connection.errored).not.toBe(null);
});

test('what is not a request of this user is neither read nor kept', async ({ rig }) => {
  const { spool, dir, admitted } = rig;
  const secret = join(dir, 'secret');
  writeFileSync(secret, 'GET /status HTTP/1.0\r\n\r\n');
  execFileSync('mkfifo', [join(spool.path, `${idOf(1)}.ask`)]);
  symlinkSync(secret, join(spool.path, `${idOf(2)}.ask`));
  symlinkSync('/dev/zero', join(spool.path, `${idOf(3)}.ask`));
  mkdirSync(join(spool.path, `${idOf(4)}.ask`));
  writeFileSync(join(spool.path, 'notes.txt'), 'x');
  writeFileSync(join(spool.path, '..ask'), 'x');
  ask(rig, ID, 'x');
  await expect.poll(() => admitted.length).toBe(1);
  await expect.poll(() => readdirSync(spool.path).sort()).toEqual([`${ID}.answer`, `${ID}.open`]);
  expect(readFileSync(secret, 'utf8')).toContain('/status');
});

test('a file where the answer belongs is not written to', async ({ rig }) => {
  const victim = join(rig.dir, 'victim');
  writeFileSync(victim, 'mine');
  symlinkSync(victim, join(rig.spool.path, `${idOf(1)}.answer`));
  linkSync(victim, join(rig.spool.path, `${idOf(2)}.answer`));
  ask(rig, idOf(1), 'x');
  ask(rig, idOf(2), 'x');
  ask(rig, ID, 'x');
  await expect.poll(() => rig.admitted.length).toBe(1);
  expect(readFileSync(victim, 'utf8')).toBe('mine');
});

test('of a huge request only the beginning is read', async ({ rig }) => {
  writeFileSync(join(rig.spool.path, `${ID}.tmp`), 'x');
  truncateSync(join(rig.spool.path, `${ID}.tmp`), 2 ** 40);
  renameSync(join(rig.spool.path, `${ID}.tmp`), join(rig.spool.path, `${ID}.ask`));
  await expect.poll(() => rig.admitted.length).toBe(1);
  expect(rig.admitted[0]?.readableLength).toBeLessThan(2 ** 25);
});

test('a file that is still being written is left alone', async ({ rig }) => {
  writeFileSync(join(rig.spool.path, `${idOf(1)}.tmp`), 'half');
  ask(rig, ID, 'x');
  await expect.poll(() => rig.admitted.length).toBe(1);
  expect(existsSync(join(rig.spool.path, `${idOf(1)}.tmp`))).toBe(true);
});

test('requests beyond the limit wait for a free place', async ({ rig }) => {
  for (let number = 0; number < 100; number += 1) ask(rig, idOf(number), 'x');
  await expect.poll(() => rig.admitted.length).toBe(64);
  for (const connection of [...rig.admitted]) connection.destroy();
  await expect.poll(() => rig.admitted.length).toBe(100);
});

test.runIf(process.platform === 'linux')('a link in the place of the folder leads nowhere', async ({ rig }) => {
  const { spool, dir, admitted } = rig;
  const elsewhere = join(dir, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'precious'), 'x');
  writeFileSync(join(elsewhere, `${idOf(1)}.ask`), 'x');
  renameSync(spool.path, join(dir, 'moved'));
  symlinkSync(elsewhere, spool.path);
  // The folder that was moved away is still the one that counts.
  writeFileSync(join(dir, 'moved', `${ID}.tmp`), 'x');
  renameSync(join(dir, 'moved', `${ID}.tmp`), join(dir, 'moved', `${ID}.ask`));
  await expect.poll(() => admitted.length).toBe(1);
  spool.close();
  expect(readdirSync(elsewhere).sort()).toEqual([`${idOf(1)}.ask`, 'precious']);
  expect(lstatSync(spool.path, { throwIfNoEntry: false })).toBeUndefined();
});

test('without a usable folder for temporary files there is no spool', ({ rig: { dir } }) => {
  const parts = { admit: () => {}, log: new Log(join(dir, 'log')) };
  expect(Spool.open([join(dir, 'missing'), `${dir}\nodd`], parts)).toBe(null);
});
