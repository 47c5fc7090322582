/** The daemon of the person is killed or stopped while their commands wait and watch. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { expect } from 'vitest';
import { type Agent, finished, type Home, test } from '../../rig/home/home.js';
import { killDaemon } from '../../rig/home/processes.js';

const QUESTIONS = ['one', 'two', 'three'] as const;

/** Three commands that wait for an answer of the agent in different ways. */
async function ask(home: Home, desk: Agent) {
  const [one, two, three] = QUESTIONS;
  const ways = [home.run(['ask', 'desk', one]), home.run(['send', 'desk', two, '--response', '--wait', '60'])];
  const { stdout } = await home.run(['send', 'desk', three, '--response', '--no-wait', '--json']);
  const { id } = (JSON.parse(stdout) as { readonly task: { readonly id: string } }).task;
  const all = [...ways, home.run(['tasks', 'wait', id, '--wait', '60'])];
  for (const text of QUESTIONS) await desk.line(text);
  // All of them are on the line: whoever waits is shown as such before a reply is typed.
  await expect.poll(() => home.entry('tester').status).toBe('ready');
  return { all, ids: await idsOf(desk) };
}

async function idsOf(desk: Agent): Promise<Readonly<Record<string, string>>> {
  const rows = desk.lines().map((line) => /\[A2A:(\w+):tester\] (\w+)/.exec(line));
  return Object.fromEntries(rows.map((row) => [row?.[2] ?? '', row?.[1] ?? '']));
}

function printedBy(child: ChildProcessWithoutNullStreams, where: 'stdout' | 'stderr' = 'stdout'): () => string {
  let printed = '';
  child[where].on('data', (chunk) => {
    printed += chunk;
  });
  return () => printed;
}

test('commands that wait for an answer go on when the daemon is killed', async ({ home }) => {
  const desk = await home.agent('desk');
  const { all, ids } = await ask(home, desk);
  await killDaemon(home.entry('tester'));
  await expect.poll(() => home.entry('tester').status).toBe('ready');
  for (const text of QUESTIONS) await desk.synapse('reply', '--to', ids[text] ?? '', `answer ${text}`);
  const answers = await Promise.all(all);
  expect(answers).toEqual(QUESTIONS.map((text) => ({ code: 0, stdout: `answer ${text}\n`, stderr: '' })));
  expect(desk.lines().filter((line) => line.includes('A2A:'))).toHaveLength(QUESTIONS.length);
  // What a command has printed is not unread.
  expect(await home.run(['inbox'])).toMatchObject({ code: 0, stdout: '' });
});

test('whoever stops the daemon ends the commands that wait, and nothing starts it again', async ({ home }) => {
  const desk = await home.agent('desk');
  const { all, ids } = await ask(home, desk);
  await home.run(['stop', 'tester']);
  for (const [index, { code, stdout, stderr }] of (await Promise.all(all)).entries()) {
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/ended while[\s\S]*tasks wait [\w-]+\n$/);
    expect(stderr).toContain(`tasks wait ${ids[QUESTIONS[index] ?? '']}`);
  }
  expect(() => home.entry('tester')).toThrow();
  expect(await desk.synapse('reply', '--to', ids.one ?? '', 'later')).toMatchObject({ code: 5 });
  expect(await home.run(['tasks', 'wait', ids.one ?? ''])).toMatchObject({ code: 0, stdout: 'later\n' });
});

test('commands that watch go on when the daemon is back, and miss nothing', async ({ home }) => {
  const [desk, rex] = [await home.agent('desk'), await home.agent('rex')];
  await home.run(['inbox']);
  const [feed, watch] = [home.start(['feed', '--since', '1m']), home.start(['inbox', '--watch'])];
  const [told, shown] = [printedBy(feed), printedBy(watch)];
  const notes = [feed, watch].map((child) => printedBy(child, 'stderr'));
  await desk.synapse('send', 'tester', 'before');
  await expect.poll(told).toContain('before');
  await expect.poll(shown).toContain('before');
  await killDaemon(home.entry('tester'));
  for (const noted of notes) await expect.poll(noted).toContain('Your daemon has ended.');
  await rex.synapse('send', 'desk', 'meanwhile, elsewhere');
  await desk.synapse('send', 'tester', 'meanwhile');
  await home.startPerson();
  await desk.synapse('send', 'tester', 'after');
  for (const text of ['meanwhile, elsewhere', 'after']) await expect.poll(told).toContain(text);
  for (const text of ['meanwhile', 'after']) await expect.poll(shown).toContain(text);
  for (const text of ['before', 'elsewhere', 'after']) expect(told().split(text)).toHaveLength(2);
  for (const text of ['before', 'meanwhile', 'after']) expect(shown().split(text)).toHaveLength(2);
  const ended = [finished(feed), finished(watch)];
  for (const child of [feed, watch]) child.kill('SIGINT');
  await Promise.all(ended);
});
