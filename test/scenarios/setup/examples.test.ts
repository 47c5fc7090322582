/** The examples, as a person runs them: from nothing but `synapse up` and one `synapse work create`. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import { ROOT } from '../../rig/home/binary.js';
import { type Home, json, test } from '../../rig/home/home.js';
import { isThorough } from '../../rig/thorough.js';

/** About a hundred processes, most of them one after the other, which takes a while on a busy machine. */
const LIMIT_MS = 240_000;
/** Most looks are a command each, so there are few of them. */
const POLL = { timeout: 180_000, interval: 1_000 };

/** Files that are left when somebody runs an example in place. */
const LEFT_BY_A_RUN = ['.ai-pm', 'out'];

/** A copy of the examples, because they write into their own folder. Idle chat sessions close soon. */
class Example {
  readonly dir: string;

  constructor(
    readonly home: Home,
    readonly name: string,
  ) {
    const filter = (path: string) => !LEFT_BY_A_RUN.includes(basename(path));
    cpSync(join(ROOT, 'examples'), join(home.dir, 'examples'), { recursive: true, filter });
    this.dir = join(home.dir, 'examples', name);
  }

  run(...args: readonly string[]) {
    const env = { SYNAPSE_HUMAN: 'owner', SYNAPSE_CHAT_IDLE_SECONDS: '2', SYNAPSE_START_PAUSE_MS: '200' };
    return this.home.run(args, { cwd: this.dir, env });
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look at the fields they care about.
  async look(...args: readonly string[]): Promise<any> {
    return json(await this.run(...args, '--json'));
  }

  async work(project: string, assignee: string, title: string): Promise<string> {
    const words = ['work', 'create', title, '--project', project, '--assignee', assignee, '--status', 'in_progress'];
    return (await this.look(...words)).work.task_id;
  }

  /** Waits until the work task is neither to do nor in progress, and returns it. */
  async finished(taskId: string) {
    const look = async () => (await this.look('work', 'show', taskId)).work;
    await expect.poll(async () => (await look()).status, POLL).toMatch(/^(done|blocked|cancelled)$/);
    return look();
  }

  live(): string[] {
    return readdirSync(join(this.home.home, 'live')).sort();
  }
}

async function playedOnce(example: Example, taskId: string): Promise<void> {
  const { status, result, summary } = await example.finished(taskId);
  expect([status, result, summary]).toEqual(['done', 'success', expect.stringContaining('12 messages with worker-b')]);
  const { conversations } = await example.look('conversation', 'list', '--project', 'shiritori');
  expect(conversations).toMatchObject([
    { initiator_id: 'worker-a', participant_id: 'worker-b', task_id: taskId, turns: 12, end_reason: 'initiator_ended' },
  ]);
  const { messages } = await example.look('conversation', 'show', conversations[0].id);
  const said: { sender_id: string; content: string }[] = messages;
  expect(said.map(({ sender_id }) => sender_id)).toEqual(
    Array.from({ length: 6 }, () => ['worker-a', 'worker-b']).flat(),
  );
  expect(new Set(said.map(({ content }) => content)).size).toBe(12);
  for (const id of ['worker-a', 'worker-b']) {
    const text = readFileSync(join(example.dir, '.ai-pm', 'agents', id, 'chat.jsonl'), 'utf8');
    const lines = text.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { content: string }).content)).toEqual(
      said.map(({ content }) => content),
    );
  }
  await expect
    .poll(async () => (await example.look('delegation', 'list', '--project', 'shiritori')).delegations, POLL)
    .toMatchObject([{ status: 'completed', task_id: taskId }]);
  // Everything started itself, and everything ends on its own.
  await expect.poll(() => example.live(), POLL).toEqual(['owner.json']);
  expect((await example.run('down')).code).toBe(0);
  expect(example.live()).toEqual([]);
}

test('examples/shiritori: one work task becomes a game of two chat sessions', { timeout: LIMIT_MS }, async ({
  home,
}) => {
  const example = new Example(home, 'shiritori');
  expect((await example.look('up')).started).toEqual([]);
  expect(example.live()).toEqual(['owner.json']);
  const taskId = await example.work('shiritori', 'worker-a', 'Play 6 rounds of shiritori with worker-b');
  const sessions = async () => {
    const { agents } = await example.look('list');
    return agents.filter(({ id }: { id: string }) => id !== 'owner');
  };
  await expect.poll(sessions, POLL).toMatchObject([
    {
      id: 'worker-a',
      sessions: [
        { session: 'task', work: { purpose: 'task', task_id: taskId } },
        { session: 'chat', work: { purpose: 'chat', agent_id: 'worker-a', partners: ['worker-b'] } },
      ],
    },
    { id: 'worker-b', sessions: [{ session: 'chat', work: { purpose: 'chat', partners: ['worker-a'] } }] },
  ]);
  expect((await example.run('agent', 'tree')).stdout).toContain(
    '  worker-a\n    · task: Play 6 rounds of shiritori with worker-b\n    · chat with worker-b: Play 6 rounds',
  );
  expect((await example.run('list')).stdout).toMatch(
    /worker-a .*\n {2}task .* task: Play 6 .*\n {2}chat .* chat with worker-b: .*\nworker-b .* chat with worker-a: Play 6/,
  );
  await playedOnce(example, taskId);
  const { executions } = await example.look('execution', 'list');
  expect(executions).toMatchObject([{ task_id: taskId, status: 'completed', exit_code: 0 }]);
});

/** Only in full runs, because another file covers kills at single steps in every run. */
test.runIf(isThorough)(
  'examples/shiritori: whoever is killed in the middle, it is played once',
  { timeout: LIMIT_MS },
  async ({ home }) => {
    const example = new Example(home, 'shiritori');
    await example.run('up');
    const taskId = await example.work('shiritori', 'worker-a', 'Play 6 rounds of shiritori with worker-b');
    const turns = async () => (await example.look('conversation', 'list')).conversations[0]?.turns ?? 0;
    for (const [after, victim] of [
      [2, 'worker-b'],
      [4, 'worker-a'],
      [6, 'owner'],
      [8, 'worker-b'],
    ] as const) {
      await expect.poll(turns, POLL).toBeGreaterThanOrEqual(after);
      process.kill(home.entry(victim).pid, 'SIGKILL');
    }
    await playedOnce(example, taskId);
  },
);

test('examples/team: the manager splits the work, and three workers do it', { timeout: LIMIT_MS }, async ({ home }) => {
  const example = new Example(home, 'team');
  expect((await example.look('up')).started.sort()).toEqual(['manager', 'worker-3']);
  const taskId = await example.work('release', 'manager', 'The release notes');
  expect(await example.finished(taskId)).toMatchObject({ status: 'done', result: 'success' });
  const { subtasks } = await example.look('work', 'show', taskId);
  expect(subtasks.map(({ assignee_id, status }: Record<string, string>) => [assignee_id, status]).sort()).toEqual([
    ['worker-1', 'done'],
    ['worker-2', 'done'],
    ['worker-3', 'done'],
  ]);
  const files = readdirSync(join(example.dir, 'out'));
  expect(files).toHaveLength(3);
  const texts = files.map((file) => readFileSync(join(example.dir, 'out', file), 'utf8')).join('\n');
  expect(texts).toContain('by worker-3, language: English.');
  // Sessions that were started for the work end with it; the others stay.
  await expect.poll(() => example.live(), POLL).toEqual(['manager.json', 'owner.json', 'worker-3.json']);
  expect((await example.run('down')).code).toBe(0);
  expect(example.live()).toEqual([]);
});

test('examples/agents: the team of coding agents is a valid one', async ({ home }) => {
  const example = new Example(home, 'agents');
  // In place of the real ones, wherever this runs.
  const bin = join(home.dir, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'claude'), '#!/bin/sh\nexec cat\n', { mode: 0o755 });
  const env = { SYNAPSE_HUMAN: 'owner', PATH: `${bin}:${process.env.PATH}` };
  const up = await home.run(['up', '--no-auto'], { cwd: example.dir, env });
  expect([up.code, up.stdout]).toEqual([0, expect.stringMatching(/lead +created +started on port \d+\n/)]);
  const { agents } = await example.look('agent', 'list');
  expect(agents.map(({ id, profile }: Record<string, string>) => [id, profile])).toEqual([
    ['builder', 'codex'],
    ['lead', 'claude'],
    ['owner', null],
    ['tester', 'gemini'],
  ]);
  expect((await example.run('down')).code).toBe(0);
});

test('every example names the schema, and has a page about it', () => {
  for (const name of readdirSync(join(ROOT, 'examples')).filter((each) => each !== 'lib' && !each.includes('.'))) {
    const dir = join(ROOT, 'examples', name);
    const [, schema = ''] =
      /^# yaml-language-server: \$schema=(\S+)\n/.exec(readFileSync(join(dir, 'synapse.yaml'), 'utf8')) ?? [];
    expect([name, existsSync(join(dir, schema)), schema !== '']).toEqual([name, true, true]);
    expect([name, existsSync(join(dir, 'README.md'))]).toEqual([name, true]);
  }
});
