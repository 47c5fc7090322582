import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chatFile } from '../../../src/team/chat/chat-file-path.js';
import { handedOutBefore, handOut, latestSender } from '../../../src/team/chat/handing-out.js';
import { addMessage, checkContentLength, messagesOf } from '../../../src/team/chat/messages.js';
import type { Project } from '../../../src/team/people/projects.js';
import type { Team } from '../../../src/team/team.js';
import { CANNOT_MOUNT, mountSmall, unmount } from '../../rig/machine/mounts.js';
import { type TestTeam, testProject, testTeam } from '../rig.js';

const A_READS = { projectId: 'shop', agentId: 'worker-a' };
const B_READS = { projectId: 'shop', agentId: 'worker-b' };

const say = ({ team }: { team: Team }, content: string, senderId = 'worker-a', receiverId = 'worker-b') =>
  team.change((tx, now) =>
    addMessage(tx, {
      projectId: 'shop',
      senderId,
      receiverId,
      content,
      createdAt: now,
      relatedTaskId: null,
      conversationId: null,
    }),
  );
const take = ({ team }: TestTeam, limit = 50) => team.change((tx) => handOut(tx, B_READS, limit));
const PAIR = { projectId: 'shop', senderId: 'worker-a', receiverId: 'worker-b' };
const texts = (messages: readonly { content: string }[]) => messages.map(({ content }) => content);

interface Line {
  readonly id: string;
  readonly content: string;
  readonly receiverId?: string;
}

const fileOf = ({ dir }: TestTeam, agentId: string) => join(dir, '.ai-pm', 'agents', agentId, 'chat.jsonl');
const linesOf = (rig: TestTeam, agentId: string): Line[] =>
  readFileSync(fileOf(rig, agentId), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
const writeFiles = (team: Team, project: Project) => team.files.write(project, ['worker-a', 'worker-b']);

test('every message is handed out once, in order; what does not fit stays', async () => {
  const rig = await testTeam();
  await testProject(rig);
  for (const word of ['one', 'two', 'three']) await say(rig, word);
  const first = await take(rig, 2);
  expect([texts(first.messages), first.remaining]).toEqual([['one', 'two'], 1]);
  const second = await take(rig, 2);
  expect([texts(second.messages), second.remaining]).toEqual([['three'], 0]);
  expect((await take(rig)).messages).toEqual([]);
  const before = await rig.team.store.read((db) => handedOutBefore(db, B_READS, second.after, 20));
  expect(texts(before)).toEqual(['one', 'two']);
  expect(await rig.team.store.read((db) => latestSender(db, B_READS))).toBe('worker-a');
});

test('two readers in two processes never get the same message', async () => {
  const rig = await testTeam();
  await testProject(rig);
  for (let index = 0; index < 20; index += 1) await say(rig, `message ${index}`);
  const other = { ...rig, team: await rig.again() };
  const taken = await Promise.all(Array.from({ length: 10 }, (_, index) => take(index % 2 ? rig : other, 2)));
  const all = taken.flatMap(({ messages }) => texts(messages));
  expect(all).toHaveLength(20);
  expect(new Set(all).size).toBe(20);
});

test('a page of messages goes forward or backward, with both directions in one order', async () => {
  const rig = await testTeam();
  await testProject(rig);
  await say(rig, 'one');
  await say(rig, 'two', 'worker-b', 'worker-a');
  await say(rig, 'three');
  const page = (options: { after?: number; before?: number; limit: number }) =>
    rig.team.store.read((db) => messagesOf(db, A_READS, options));
  expect(texts(await page({ limit: 2 }))).toEqual(['two', 'three']);
  expect(texts(await page({ after: 0, limit: 2 }))).toEqual(['one', 'two']);
  expect(texts(await page({ before: 3, limit: 5 }))).toEqual(['one', 'two']);
});

test('the limit counts characters, not bytes or halves of them', () => {
  expect(() => checkContentLength('🍎'.repeat(4_000))).not.toThrow();
  expect(() => checkContentLength('り'.repeat(4_001))).toThrow('4001');
});

test('half a surrogate pair is stored as the replacement character', async () => {
  const rig = await testTeam();
  await testProject(rig);
  await say(rig, 'a\ud800b\0c');
  expect(texts((await take(rig)).messages)).toEqual(['a\ufffdb\0c']);
});

test('both files get a line; only that of the sender names the receiver', async () => {
  const rig = await testTeam();
  const project = await testProject(rig);
  const { id } = await say(rig, 'りんご');
  await writeFiles(rig.team, project);
  const createdAt = '2023-11-14T22:13:20.000Z';
  expect(linesOf(rig, 'worker-a')).toEqual([
    { id, senderId: 'worker-a', receiverId: 'worker-b', content: 'りんご', createdAt },
  ]);
  expect(linesOf(rig, 'worker-b')).toEqual([{ id, senderId: 'worker-a', content: 'りんご', createdAt }]);
  expect(readFileSync(join(rig.dir, '.ai-pm', '.gitignore'), 'utf8')).toBe('*\n');
});

test('writing again adds nothing; several processes that write at once add each line once', async () => {
  const rig = await testTeam();
  const project = await testProject(rig);
  const other = await rig.again();
  const wanted = Array.from({ length: 30 }, (_, index) => `message ${index}`);
  for (const text of wanted) {
    await say(rig, text);
    void writeFiles(other, project);
  }
  await Promise.all([writeFiles(rig.team, project), writeFiles(other, project), writeFiles(rig.team, project)]);
  expect(texts(linesOf(rig, 'worker-a'))).toEqual(wanted);
  expect(texts(linesOf(rig, 'worker-b'))).toEqual(wanted);
});

const DAMAGES: readonly [string, (file: string) => void][] = [
  ['half of the last line', (file) => truncateSync(file, readFileSync(file).length - 9)],
  ['half of a line more', (file) => appendFileSync(file, '{"id":"msg_')],
  ['more than a look back that is no line', (file) => appendFileSync(file, 'x'.repeat(200_000))],
  ['a line that is missing', (file) => truncateSync(file, readFileSync(file).lastIndexOf(10, -2) + 1)],
  ['the whole file', (file) => rmSync(file)],
  ['everything but an empty line', (file) => writeFileSync(file, '\n')],
];

test.each(DAMAGES)('what a crash left is repaired: %s', async (_what, damage) => {
  const rig = await testTeam();
  const project = await testProject(rig);
  for (const text of ['one', 'two', 'three']) await say(rig, text);
  await writeFiles(rig.team, project);
  damage(fileOf(rig, 'worker-b'));
  await say(rig, 'four');
  await writeFiles(rig.team, project);
  expect(texts(linesOf(rig, 'worker-b'))).toEqual(['one', 'two', 'three', 'four']);
});

test.each(['null', '7', '"text"', '[]', '{"id":null}', 'no JSON'])(
  'a line that somebody else wrote stays, and the chat continues after it: %s',
  async (line) => {
    const rig = await testTeam();
    const project = await testProject(rig);
    await say(rig, 'one');
    await writeFiles(rig.team, project);
    appendFileSync(fileOf(rig, 'worker-b'), `${line}\n`);
    await say(rig, 'two');
    await writeFiles(rig.team, project);
    const lines = readFileSync(fileOf(rig, 'worker-b'), 'utf8').trim().split('\n');
    expect(lines).toEqual([expect.stringContaining('"one"'), line, expect.stringContaining('"two"')]);
  },
);

const LINKS: readonly [string, (parts: { dir: string; to: string }) => void][] = [
  ['.ai-pm', ({ dir, to }) => symlinkSync(to, join(dir, '.ai-pm'))],
  ['agents', ({ dir, to }) => symlinkSync(to, join(madeDir(dir, '.ai-pm'), 'agents'))],
  ['the folder of the agent', ({ dir, to }) => symlinkSync(to, join(madeDir(dir, '.ai-pm/agents'), 'worker-a'))],
  [
    'the file',
    ({ dir, to }) => symlinkSync(join(to, 'chat.jsonl'), join(madeDir(dir, '.ai-pm/agents/worker-a'), 'chat.jsonl')),
  ],
  [
    'the file, as a hard link',
    ({ dir, to }) => linkSync(join(to, 'chat.jsonl'), join(madeDir(dir, '.ai-pm/agents/worker-a'), 'chat.jsonl')),
  ],
];

function madeDir(...parts: string[]): string {
  const dir = join(...parts);
  mkdirSync(dir, { recursive: true });
  return dir;
}

test.each(LINKS)('chat is never written through a link: %s', async (_what, link) => {
  const rig = await testTeam();
  const dir = madeDir(rig.dir, 'project');
  const to = madeDir(rig.dir, 'elsewhere');
  const foreign = join(to, 'chat.jsonl');
  writeFileSync(foreign, 'of somebody else\n');
  const project = { ...(await testProject(rig)), workingDirectory: dir };
  link({ dir, to });
  await say(rig, 'one');
  const troubles = await rig.team.files.write(project, ['worker-a']);
  expect(troubles).toEqual([{ agentId: 'worker-a', reason: expect.stringContaining('is a link') }]);
  expect(readFileSync(foreign, 'utf8')).toBe('of somebody else\n');
  expect(readdirSync(to)).toEqual(['chat.jsonl']);
  // Once the link is gone the file is complete.
  rmSync(join(dir, '.ai-pm'), { recursive: true });
  expect(await rig.team.files.write(project, ['worker-a'])).toEqual([]);
  expect(texts(linesOf({ ...rig, dir }, 'worker-a'))).toEqual(['one']);
});

test('a pipe instead of the file is reported, and nobody waits for its other end', async () => {
  const rig = await testTeam();
  const project = { ...(await testProject(rig)), workingDirectory: madeDir(rig.dir, 'project') };
  execFileSync('mkfifo', [join(madeDir(rig.dir, 'project/.ai-pm/agents/worker-a'), 'chat.jsonl')]);
  await say(rig, 'one');
  expect(await rig.team.files.write(project, ['worker-a'])).toMatchObject([
    { reason: expect.stringContaining('is not a file') },
  ]);
});

test('whatever the umask is, only the owner can enter the folders, and open ones are closed', async () => {
  const rig = await testTeam();
  const project = { ...(await testProject(rig)), workingDirectory: madeDir(rig.dir, 'project') };
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  await say(rig, 'one');
  const modes = () =>
    ['.ai-pm', '.ai-pm/.gitignore', '.ai-pm/agents', '.ai-pm/agents/worker-a', '.ai-pm/agents/worker-a/chat.jsonl'].map(
      (path) => (statSync(join(rig.dir, 'project', path)).mode & 0o777).toString(8),
    );
  await writeFiles(rig.team, project);
  expect(modes()).toEqual(['700', '600', '700', '700', '600']);
  for (const path of ['.ai-pm', '.ai-pm/agents']) chmodSync(join(rig.dir, 'project', path), 0o777);
  await say(rig, 'two');
  await writeFiles(rig.team, project);
  expect(modes()).toEqual(['700', '600', '700', '700', '600']);
});

test('a dangling link creates no file, and a folder instead of the file is reported', async () => {
  const rig = await testTeam();
  const project = { ...(await testProject(rig)), workingDirectory: madeDir(rig.dir, 'project') };
  const target = join(rig.dir, 'not-there');
  symlinkSync(target, join(madeDir(rig.dir, 'project/.ai-pm/agents/worker-a'), 'chat.jsonl'));
  madeDir(rig.dir, 'project/.ai-pm/agents/worker-b/chat.jsonl');
  await say(rig, 'one');
  expect(await writeFiles(rig.team, project)).toMatchObject([
    { reason: expect.stringContaining('is a link') },
    { reason: expect.stringContaining('is not a file') },
  ]);
  expect(existsSync(target)).toBe(false);
});

test.skipIf(CANNOT_MOUNT !== null)(
  'a full disk keeps a line from its file, and it is complete once there is room',
  async () => {
    const rig = await testTeam();
    const dir = madeDir(rig.dir, 'small');
    const project = { ...(await testProject(rig)), workingDirectory: dir };
    mountSmall(dir, '48k');
    try {
      writeFileSync(join(dir, 'ballast'), 'x'.repeat(28_000));
      const wanted = Array.from({ length: 8 }, (_, index) => `${index} ${'x'.repeat(1_500)}`);
      for (const text of wanted) await say(rig, text);
      const [trouble] = await writeFiles(rig.team, project);
      expect(trouble?.reason).toMatch(/^ENOSPC/);
      rmSync(join(dir, 'ballast'));
      expect(await writeFiles(rig.team, project)).toEqual([]);
      for (const id of ['worker-a', 'worker-b']) expect(texts(linesOf({ ...rig, dir }, id))).toEqual(wanted);
    } finally {
      unmount(dir);
    }
  },
);

test('the removed folder of a project is not created again', async () => {
  const rig = await testTeam();
  const project = { ...(await testProject(rig)), workingDirectory: join(rig.dir, 'gone') };
  await say(rig, 'one');
  expect(await writeFiles(rig.team, project)).toMatchObject([
    { reason: expect.stringContaining('is not there') },
    { reason: expect.stringContaining('is not there') },
  ]);
  expect(existsSync(project.workingDirectory)).toBe(false);
});

test('a line that was written but not noted is not written again', async () => {
  const rig = await testTeam();
  const project = await testProject(rig);
  await say(rig, 'one');
  await writeFiles(rig.team, project);
  await rig.team.store.write((tx) => tx.deleteFrom('chat_files').execute());
  await say(rig, 'two');
  await writeFiles(rig.team, project);
  expect(texts(linesOf(rig, 'worker-a'))).toEqual(['one', 'two']);
});

test('lines of a transaction that failed are taken back with the next ones', async () => {
  const rig = await testTeam();
  const project = await testProject(rig);
  await say(rig, 'one');
  await writeFiles(rig.team, project);
  const failed = rig.team.change(async (tx, now) => {
    const unsaid = { ...PAIR, content: 'never said', createdAt: now };
    await addMessage(tx, { ...unsaid, relatedTaskId: null, conversationId: null });
    await rig.team.files.append(tx, project, ['worker-a', 'worker-b']);
    throw new Error('killed');
  });
  await expect(failed).rejects.toThrow('killed');
  expect(texts(linesOf(rig, 'worker-a'))).toEqual(['one', 'never said']);
  await say(rig, 'two');
  await writeFiles(rig.team, project);
  for (const id of ['worker-a', 'worker-b']) expect(texts(linesOf(rig, id))).toEqual(['one', 'two']);
});

test('lines of another store, from before the project was created, stay', async () => {
  const rig = await testTeam();
  const project = await testProject(rig);
  await say(rig, 'old');
  await writeFiles(rig.team, project);
  await rig.team.store.writeQuietly(async (tx) => {
    await tx.deleteFrom('chat_messages').execute();
    await tx.deleteFrom('chat_files').execute();
  });
  await say(rig, 'new');
  await writeFiles(rig.team, { ...project, createdAt: rig.clock.now() + 1 });
  expect(texts(linesOf(rig, 'worker-a'))).toEqual(['old', 'new']);
});

test('a start writes what a killed process could not', async () => {
  const rig = await testTeam();
  await testProject(rig);
  await say(rig, 'one');
  await (await rig.again()).start();
  expect(texts(linesOf(rig, 'worker-b'))).toEqual(['one']);
});

test('no agent id leads out of the project folder', () => {
  for (const agentId of ['../x', 'a/b', '..', '.', '', 'a\0b']) {
    expect(chatFile({ workingDirectory: '/work', agentId })).toBeNull();
  }
});

test('a project without a folder has no files', async () => {
  const rig = await testTeam();
  const project = await testProject(rig);
  await say(rig, 'one');
  await rig.team.files.write({ ...project, workingDirectory: null }, ['worker-a']);
  expect(existsSync(join(rig.dir, '.ai-pm'))).toBe(false);
});
