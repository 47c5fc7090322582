/** Disks that are full or must not be written, and homes with names too long for a socket. */
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { LiveEntry } from '../../../src/registry/entry.js';
import { type Home, json, test } from '../../rig/home/home.js';
import { CANNOT_MOUNT, makeReadOnly, mountSmall, unmount } from '../../rig/machine/mounts.js';

const texts = (lines: readonly string[]) => lines.map((line) => line.replace(/^\[A2A:[^\]]*\] /, ''));

/** Fills the disk to the last byte; returns a function that frees it again. */
function fillDisk(dir: string): () => void {
  const file = join(dir, 'ballast');
  const fd = openSync(file, 'w');
  for (let size = 65_536; size >= 1; size = Math.floor(size / 2)) {
    const block = Buffer.alloc(size);
    try {
      for (;;) writeSync(fd, block);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(fd);
  return () => rmSync(file);
}

/** Ends all agents before their disk is unmounted. */
async function leave(home: Home, mounted: string): Promise<void> {
  await home.run(['stop', '--all', '--force']);
  unmount(mounted);
}

test.skipIf(CANNOT_MOUNT !== null)(
  'a send with a full disk says so and exits 1, nothing acknowledged is lost, and it works again after',
  async ({ home }) => {
    mountSmall(home.home, '4m');
    try {
      const [writer, reader] = [await home.agent('writer'), await home.agent('reader')];
      await home.run(['pause', 'reader']);
      const before = await writer.synapse('send', 'reader', 'before');
      expect(before.code).toBe(0);
      const free = fillDisk(home.home);
      const acknowledged: string[] = ['before'];
      // The log of the store may have a little room of its own; a long text has none.
      for (let number = 1; number <= 5; number += 1) {
        const text = `${number}${'.'.repeat(100_000)}`;
        const { code, stderr } = await writer.synapse('send', 'reader', text);
        if (code === 0 || code === 5) acknowledged.push(text);
        else
          expect({ code, stderr }).toEqual({
            code: 1,
            stderr: expect.stringMatching(/Nothing was saved.*full[\s\S]*Free some disk space/),
          });
      }
      expect(acknowledged.length).toBeLessThan(6);
      expect(await home.run(['list'])).toMatchObject({ code: 0 });
      expect((await writer.call('/healthz', { key: null })).status).toBe(200);
      free();
      expect(await writer.synapse('send', 'reader', 'after')).toMatchObject({ code: 0 });
      await home.run(['resume', 'reader']);
      await reader.line('after');
      const begin = (text: string) => text.slice(0, 20);
      expect(texts(reader.lines()).map(begin)).toEqual([...acknowledged, 'after'].map(begin));
    } finally {
      await leave(home, home.home);
    }
  },
);

test.skipIf(CANNOT_MOUNT !== null)(
  'a message to a receiver whose disk is full stays with its sender, and arrives once there is room',
  async ({ home }) => {
    const place = join(home.home, 'agents', 'reader');
    mountSmall(place, '1m');
    try {
      const [writer, reader] = [await home.agent('writer'), await home.agent('reader')];
      const free = fillDisk(place);
      const text = `long ${'.'.repeat(200_000)}`;
      expect(await writer.inside(['synapse', 'send', 'reader', '-'], { input: text })).toMatchObject({ code: 5 });
      free();
      await reader.line('long ..');
      expect(
        (await reader.call('/tasks')).body.tasks.map((task: { message: { text: string } }) => task.message.text),
      ).toEqual([text]);
      expect(reader.lines()).toHaveLength(1);
    } finally {
      await leave(home, place);
    }
  },
);

test.skipIf(CANNOT_MOUNT !== null)(
  'a start with a full disk says so and exits 1, leaves nothing, and works again after',
  async ({ home }) => {
    mountSmall(home.home, '1m');
    try {
      await home.run(['start', 'shell', '--id', 'first', '--', 'cat']);
      const free = fillDisk(home.home);
      const refused = await home.run(['start', 'shell', '--id', 'second', '--', 'cat']);
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(/the disk is full/);
      expect(readdirSync(join(home.home, 'live'))).toEqual(['first.json']);
      expect(await home.run(['doctor'])).toMatchObject({ stdout: expect.stringContaining('less than 100 MiB') });
      free();
      expect(await home.run(['start', 'shell', '--id', 'second', '--', 'cat'])).toMatchObject({ code: 0 });
      await home.run(['stop', 'second']);
      const freeAgain = fillDisk(home.home);
      // Its store is there and needs no room, but other files do.
      expect(await home.run(['start', 'shell', '--id', 'second', '--', 'cat'])).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/the disk is full\nhint: Free some disk space/),
      });
      freeAgain();
      expect(await home.run(['start', 'shell', '--id', 'second', '--', 'cat'])).toMatchObject({ code: 0 });
    } finally {
      await leave(home, home.home);
    }
  },
);

test.skipIf(CANNOT_MOUNT !== null)('a stop with a full disk leaves no process and no entry', async ({ home }) => {
  mountSmall(home.home, '2m');
  try {
    await home.agent('worker');
    await home.agent();
    fillDisk(home.home);
    expect(await home.run(['stop', '--all'])).toMatchObject({ code: 0 });
    expect(['live', 'run'].flatMap((name) => readdirSync(join(home.home, name)))).toEqual([]);
  } finally {
    await leave(home, home.home);
  }
});

test.skipIf(CANNOT_MOUNT !== null)(
  'a read-only home can be looked at; what needs to write says why it cannot, and what to do',
  async ({ home }) => {
    mountSmall(home.home, '4m');
    try {
      await home.agent('worker');
      await home.run(['stop', 'worker']);
      makeReadOnly(home.home);
      expect(await home.run(['list', '-a'])).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/worker +shell .*stopped/),
      });
      for (const args of [
        ['start', 'shell', '--id', 'worker', '--', 'cat'],
        ['start', 'shell', '--', 'cat'],
        ['send', 'worker', 'hello'],
        ['inbox'],
      ]) {
        const { code, stdout, stderr } = await home.run(args);
        expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: '' });
        expect(stderr).toMatch(/read-only/i);
        expect(stderr).toMatch(/hint: .*(SYNAPSE_HOME|writable)/);
      }
      expect(await home.run(['doctor'])).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('cannot write to'),
      });
      expect(await home.run(['stop', '--all'])).toMatchObject({ code: 0 });
    } finally {
      await leave(home, home.home);
    }
  },
);

test('a home that is a file, not a folder, is refused with a clear error', async ({ home }) => {
  mkdirSync(home.dir, { recursive: true });
  closeSync(openSync(join(home.dir, 'file'), 'w'));
  const env = { SYNAPSE_HOME: join(home.dir, 'file') };
  const { code, stderr } = await home.run(['start', 'shell', '--', 'cat'], { env });
  expect(code).toBe(1);
  expect(stderr).toMatch(/cannot be used[\s\S]*export SYNAPSE_HOME/);
});

test('a home with a very long path works: its sockets are in the temporary folder', async ({ home }) => {
  const long = join(home.dir, 'long'.repeat(40), 'longer'.repeat(20));
  const env = { SYNAPSE_HOME: long, TMPDIR: home.dir };
  try {
    const started = await home.run(['start', 'shell', '--id', 'worker', '--json', '--', 'cat'], { env });
    const { socket } = json<LiveEntry>(started);
    expect(socket.startsWith(`${home.dir}/synapse-`)).toBe(true);
    expect(Buffer.byteLength(socket)).toBeLessThanOrEqual(100);
    expect(statSync(dirname(socket)).mode & 0o777).toBe(0o700);
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    expect(await home.run(['send', 'worker', 'hello', '--until', 'submitted'], { env })).toMatchObject({ code: 0 });
    await expect.poll(async () => (await home.run(['screen', 'worker'], { env })).stdout).toContain('hello');
    expect(await home.run(['stop', '--all'], { env })).toMatchObject({ code: 0 });
    expect(existsSync(socket)).toBe(false);
  } finally {
    await home.run(['stop', '--all', '--force'], { env });
  }
});

test('a home and a temporary folder that are both too long are refused with a clear error', async ({ home }) => {
  const long = join(home.dir, 'long'.repeat(40));
  mkdirSync(long, { recursive: true });
  const env = { SYNAPSE_HOME: join(long, 'home'), TMPDIR: long };
  const { code, stderr } = await home.run(['start', 'shell', '--id', 'worker', '--', 'cat'], { env });
  expect(code).toBe(1);
  expect(stderr).toMatch(/bytes long; the system allows[\s\S]*shorter folder/);
});
