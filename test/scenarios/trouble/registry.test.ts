/** Registry files that are damaged, or name a pid that belongs to another process by now. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { writeWhole } from '../../../src/registry/whole-files.js';
import { type Home, test as testWithProcesses } from '../../rig/home/home.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';
import { isAlive, killDaemon } from '../../rig/home/processes.js';
import { BROKEN_FILES } from '../../rig/machine/broken-files.js';
import { isThorough } from '../../rig/thorough.js';

const liveFile = (home: Home, id: string) => join(home.home, 'live', `${id}.json`);
const definitionFile = (home: Home, id: string) => join(home.home, 'agents', id, 'agent.json');

interface Finding {
  readonly level: string;
  readonly sentence: string;
  readonly remedy: string | null;
}

async function findingAbout(home: Home, file: string): Promise<Finding | undefined> {
  const { findings } = (await home.json(['doctor'])) as { findings: Finding[] };
  return findings.find(({ sentence }) => sentence.includes(file));
}

testWithProcesses('doctor makes its other checks although the home is a file, or parts of it are', async ({ home }) => {
  const file = join(home.dir, 'a-file');
  writeFileSync(file, '');
  const broken = join(home.dir, 'broken');
  mkdirSync(broken);
  writeFileSync(join(broken, 'live'), '');
  for (const [place, sentence] of [
    [file, 'it is not a folder'],
    [join(file, 'below'), 'ENOTDIR'],
    [broken, 'ENOTDIR'],
  ] as const) {
    const { code, stdout } = await home.run(['doctor', '--json'], { env: { SYNAPSE_HOME: place } });
    const { findings } = JSON.parse(stdout) as { findings: Finding[] };
    expect([place, code, findings.filter(({ level }) => level === 'problem')]).toMatchObject([
      ...[place, 1],
      [{ subject: 'home', sentence: expect.stringContaining(sentence), remedy: expect.any(String) }],
    ]);
    expect(findings).toContainEqual(expect.objectContaining({ subject: 'profiles', level: 'ok' }));
  }
});

test.for(isThorough ? BROKEN_FILES : BROKEN_FILES.slice(0, 3))(
  'a live file that is %s hides nobody, and doctor names it with a remedy',
  async ([, text], { home }) => {
    const worker = await home.agent('worker');
    writeFileSync(liveFile(home, 'broken'), text);
    const listed = await home.run(['list']);
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining('worker') });
    expect(listed.stderr).toContain(liveFile(home, 'broken'));
    expect(await findingAbout(home, liveFile(home, 'broken'))).toMatchObject({
      level: 'problem',
      remedy: expect.stringContaining('Move the file away'),
    });
    expect(await home.run(['send', 'worker', 'all the same'])).toMatchObject({ code: 0 });
    await worker.line('all the same');
    expect(await home.run(['start', 'shell', '--id', 'broken', '--', 'cat'])).toMatchObject({ code: 0 });
    expect(await findingAbout(home, liveFile(home, 'broken'))).toBeUndefined();
  },
);

test.for(isThorough ? BROKEN_FILES : BROKEN_FILES.slice(3, 6))(
  'a definition that is %s hides nobody, and doctor names it with a remedy',
  async ([, text], { home }) => {
    const worker = await home.agent('worker');
    mkdirSync(join(home.home, 'agents', 'broken'), { mode: 0o700 });
    writeFileSync(definitionFile(home, 'broken'), text);
    expect(await home.run(['list'])).toMatchObject({ code: 0, stdout: expect.stringContaining('worker') });
    expect(await findingAbout(home, definitionFile(home, 'broken'))).toMatchObject({
      level: 'problem',
      remedy: expect.any(String),
    });
    expect(await home.run(['send', 'worker', 'all the same'])).toMatchObject({ code: 0 });
    await worker.line('all the same');
    expect(await home.run(['start', 'shell', '--id', 'broken', '--', 'cat'])).toMatchObject({ code: 0 });
  },
);

test('a live file that cannot be read at all is named, too', async ({ home }) => {
  await home.agent('worker');
  mkdirSync(liveFile(home, 'broken'));
  expect(await home.run(['list'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('worker'),
    stderr: expect.stringContaining(liveFile(home, 'broken')),
  });
  rmdirSync(liveFile(home, 'broken'));
});

test('a running agent whose live file was damaged or removed writes it again, and is not started twice', async ({
  home,
}) => {
  const worker = await home.agent('worker');
  const isBack = () => existsSync(liveFile(home, 'worker')) && readFileSync(liveFile(home, 'worker'), 'utf8') === whole;
  const whole = readFileSync(liveFile(home, 'worker'), 'utf8');
  for (const damage of [
    () => writeFileSync(liveFile(home, 'worker'), '{ half'),
    () => rmSync(liveFile(home, 'worker')),
  ]) {
    damage();
    const second = await home.run(['start', 'shell', '--id', 'worker', '--', 'cat']);
    expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('already running') });
    await expect.poll(isBack).toBe(true);
  }
  expect(await home.run(['send', 'worker', 'still here'])).toMatchObject({ code: 0 });
  await worker.line('still here');
});

test('mail for an agent whose files were all broken waits until it is started again', async ({ home }) => {
  const writer = await home.agent('writer');
  await home.agent('worker');
  await home.stop('worker');
  const waiting = writer.synapse('send', 'worker', 'for later', '--until', 'submitted');
  await expect.poll(async () => (await writer.call('/status')).body.queue.outgoing).toBe(1);
  writeFileSync(definitionFile(home, 'worker'), '{ half');
  // The writer's daemon looks again when a live file changes.
  writeFileSync(liveFile(home, 'worker'), '{ half');
  const worker = await home.agent('worker');
  await worker.line('for later');
  expect(await waiting).toMatchObject({ code: 0 });
});

testWithProcesses('a live file whose process number belongs to somebody else now is a dead agent', async ({ home }) => {
  const worker = await home.agent('worker');
  await home.stop('worker');
  const entry = {
    ...worker.entry,
    pid: process.pid,
    startTime: 'another-boot:1',
    programPid: process.pid,
    programStartTime: 'another-boot:1',
  };
  writeFileSync(liveFile(home, 'worker'), JSON.stringify(entry));
  const { agents } = (await home.json(['list', '--all'])) as { agents: { id: string; status: string }[] };
  expect(agents).toMatchObject([{ id: 'worker', status: 'dead' }]);
  expect(await home.run(['stop', 'worker'])).toMatchObject({ code: 0 });
  expect(existsSync(liveFile(home, 'worker'))).toBe(false);
  expect(isAlive(process.pid)).toBe(true);
});

testWithProcesses('starting a dead agent does not end a process that got the pid of its program', async ({ home }) => {
  const worker = await home.agent('worker');
  await home.stop('worker');
  const bystander = await home.agent('bystander');
  const { programPid } = bystander.entry;
  const entry = {
    ...worker.entry,
    pid: process.pid,
    startTime: 'another-boot:1',
    programPid,
    programStartTime: 'another-boot:1',
  };
  writeFileSync(liveFile(home, 'worker'), JSON.stringify(entry));
  await home.agent('worker');
  expect([bystander.entry.pid, programPid as number].every(isAlive)).toBe(true);
  expect(await home.run(['send', 'bystander', 'still there?'])).toMatchObject({ code: 0 });
});

testWithProcesses(
  'half-written files of a killed daemon are removed by stop, and by its next start',
  async ({ home }) => {
    const half = (pid: number) => `${liveFile(home, 'worker')}.${pid}.7.tmp`;
    const first = await home.agent('worker');
    writeFileSync(half(first.entry.pid), '{ half');
    await killDaemon(first.entry);
    const second = await home.agent('worker');
    expect(existsSync(half(first.entry.pid))).toBe(false);
    writeFileSync(half(second.entry.pid), '{ half');
    await killDaemon(second.entry);
    await home.run(['stop', 'worker']);
    expect(readdirSync(join(home.home, 'live'))).toEqual([]);
  },
);

testWithProcesses('a daemon that ends never removes the entry of its successor', async ({ home }) => {
  const worker = await home.agent('worker');
  const successor = JSON.stringify({
    ...worker.entry,
    instance: 'the-next-one',
    pid: process.pid,
    startTime: 'another-boot:1',
  });
  writeWhole(liveFile(home, 'worker'), successor);
  process.kill(worker.entry.pid, 'SIGTERM');
  await expect.poll(() => isAlive(worker.entry.pid)).toBe(false);
  expect(readFileSync(liveFile(home, 'worker'), 'utf8')).toBe(successor);
});
