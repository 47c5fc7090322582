/** Messages into a program with an input box while something else happens: people, dialogs, reminders, odd screens. */
import { spawn } from 'node:child_process';
import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { encodeFrame } from '../../../src/a2a/frames.js';
import { BINARY } from '../../rig/home/binary.js';
import { boxAgent, held, status } from '../../rig/home/box.js';
import { type Home, json, test as testWithProcesses } from '../../rig/home/home.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';
import { killDaemon } from '../../rig/home/processes.js';
import { stretched } from '../../rig/times.js';

test('a message with the words of a dialog is submitted', async ({ home }) => {
  const desk = await boxAgent(home);
  const sent = await home.run(['send', 'desk', 'Do you want to proceed? Yes or no', '--until', 'submitted']);
  expect(sent.code).toBe(0);
  expect(desk.lines()).toHaveLength(1);
});

test('what a person added to the text behind a dialog is not submitted', async ({ home }) => {
  const desk = await boxAgent(home);
  await desk.box({ dialogOnText: 'delete everything' });
  const sent = await home.run(['send', 'desk', 'unlucky', '--quiet']);
  await status(desk, 'waiting');
  const { draft } = await desk.box();
  await desk.box({ dialog: null, draft: `${draft} and my own words` });
  await expect.poll(async () => (await home.run(['show', sent.stdout.trim()])).stdout).toContain('did not accept it');
  expect(desk.lines()).toEqual([]);
});

test('a dialog that stays open longer than a text may take to appear does not fail the message', async ({ home }) => {
  const desk = await boxAgent(home, { pace: { seenLimitMs: 2_000 } });
  await desk.box({ dialogOnText: 'delete everything' });
  await home.run(['send', 'desk', 'patient']);
  await status(desk, 'waiting');
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(desk.lines()).toEqual([]);
  await desk.box({ dialog: null });
  await desk.line(/patient/);
  expect(desk.lines()).toHaveLength(1);
});

testWithProcesses(
  'a text that was typed but not submitted when the daemon died goes to the new program',
  async ({ home }) => {
    const desk = await boxAgent(home);
    await desk.box({ deafEnters: 99 });
    const sent = await home.run(['send', 'desk', 'once more', '--until', 'typed', '--quiet']);
    await desk.line(/enter lost/);
    await killDaemon(desk.entry);
    const again = await boxAgent(home);
    await again.line(/once more/);
    const { stdout } = await home.run(['show', sent.stdout.trim(), '--json', '--from', 'desk']);
    expect(stdout).toContain('"uncertain"');
  },
);

testWithProcesses(
  'a text that left the box of a program which ended in that moment is not called submitted, and goes to the new one',
  async ({ home }) => {
    const desk = await boxAgent(home, { pace: { surviveMs: 10_000 } });
    await desk.box({ diesOnEnter: true });
    const sent = await home.run(['send', 'desk', 'once more', '--quiet']);
    const isOver = async () => (await home.run(['status', 'desk'])).stdout;
    await expect.poll(isOver).toMatch(/status +stopped/);
    const again = await boxAgent(home);
    await again.line(/once more/);
    const shown = await home.run(['show', sent.stdout.trim(), '--json', '--from', 'desk']);
    const { task } = json<{ task: { receipts: { state: string }[] } }>(shown);
    const states = task.receipts.map(({ state }) => state);
    expect(states).toContain('uncertain');
    expect(states.slice(0, states.indexOf('uncertain'))).not.toContain('submitted');
  },
);

test('two answers to one dialog choose once, and never in the next dialog', async ({ home }) => {
  const desk = await boxAgent(home);
  await desk.box({ dialog: 'run tests', nextDialog: 'delete everything' });
  await status(desk, 'waiting');
  const { dialog } = json<{ dialog: { id: string } }>(await home.run(['answer', 'desk', '--json']));
  const answer = () => desk.call('/control/answer', { body: { dialog: dialog.id, choice: '1' } });
  const answers = await Promise.all([answer(), answer()]);
  expect(answers.map((each) => each.status).sort()).toEqual([200, 409]);
  expect(desk.lines()).toEqual(['<chose 1>']);
  expect(await desk.box()).toMatchObject({ dialog: 'delete everything' });
});

test('canceling a request while a dialog is open does not answer the dialog', async ({ home }) => {
  const desk = await boxAgent(home);
  const sent = await home.run(['send', 'desk', 'question', '--response', '--no-wait', '--quiet']);
  await desk.line(/question/);
  await desk.box({ dialog: 'run tests' });
  await status(desk, 'waiting');
  expect((await home.run(['tasks', 'cancel', sent.stdout.trim()])).code).toBe(0);
  expect(desk.lines()).toHaveLength(1);
});

test('a reminder that could not be typed gives the request back', async ({ home }) => {
  const desk = await boxAgent(home, { env: { SYNAPSE_REMIND_SECONDS: '1' }, pace: { seenLimitMs: 2_500 } });
  const asked = home.run(['send', 'desk', 'what is it?', '--response']);
  await desk.line(/what is it/);
  await desk.box({ dropsPastes: true });
  await desk.line(/paste dropped/);
  expect(await asked).toMatchObject({ code: 6, stdout: expect.stringContaining('without a reply') });
});

test('an agent that was paused is reminded after it', async ({ home }) => {
  // Long enough to pause the agent before it is reminded.
  const afterMs = Math.min(await stretched(2_000), 10_000);
  const desk = await boxAgent(home, { env: { SYNAPSE_REMIND_SECONDS: String(afterMs / 1_000) } });
  await home.run(['send', 'desk', 'what is it?', '--response', '--no-wait']);
  await desk.line(/what is it/);
  await home.pause('desk');
  await new Promise((resolve) => setTimeout(resolve, afterMs + 500));
  expect(desk.lines()).toHaveLength(1);
  await home.resume('desk');
  await desk.line(/still waiting/);
});

test('an agent that has asked somebody itself is not reminded before it has the answer', async ({ home }) => {
  const desk = await boxAgent(home, { env: { SYNAPSE_REMIND_SECONDS: '1' } });
  const friend = await home.agent('friend');
  const asked = await desk.synapse('send', 'friend', 'do you know?', '--response', '--no-wait', '--quiet');
  await home.run(['send', 'desk', 'what is it?', '--response', '--no-wait']);
  await desk.line(/what is it/);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(desk.lines()).toHaveLength(1);
  await friend.synapse('reply', 'no', '--to', asked.stdout.trim());
  await desk.line(/\] no$/);
  await desk.line(/still waiting/);
});

test('a program that never stops drawing is ready, and gets its messages', async ({ home }) => {
  const desk = await boxAgent(home);
  await desk.box({ busy: true });
  await status(desk, 'busy');
  await desk.box({ busy: false, restless: true });
  await status(desk, 'ready');
  expect((await home.run(['send', 'desk', 'hello', '--until', 'submitted'])).code).toBe(0);
});

test('a pattern that never finishes on a screen holds messages back and blocks nothing else', async ({ home }) => {
  home.boxProfile('slow', {
    screen: {
      ready: ['^❯'],
      busy: ['^(a+)+$'],
      dialog: ['Do you want to proceed\\?'],
      box: ['^─+\\n❯ ?([\\s\\S]*?)\\n─+$'],
    },
  });
  const desk = await home.agent('desk', { profile: 'slow' });
  await status(desk, 'ready');
  await desk.box({ banner: `${'a'.repeat(60)}b`, restless: true });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const asked = performance.now();
  for (let times = 0; times < 10; times++) expect((await desk.call('/status')).status).toBe(200);
  const tookMs = performance.now() - asked;
  expect(tookMs).toBeLessThan(await stretched(5_000));
  await home.run(['send', 'desk', 'hello']);
  await held(desk, 'unknown screen');
  await desk.box({ banner: null, restless: false });
  await desk.line(/hello/);
});

test('keys that a viewer sends after its detach are ignored', async ({ home }) => {
  const desk = await boxAgent(home);
  const viewer = connect(desk.entry.socket);
  viewer.write(
    `GET /attach?cols=33&rows=11 HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${desk.key}\r\nconnection: upgrade\r\nupgrade: synapse-terminal\r\n\r\n`,
  );
  await new Promise((resolve) => viewer.once('data', resolve));
  viewer.on('data', () => {});
  viewer.write(Buffer.concat([encodeFrame('detach'), encodeFrame('keys', Buffer.from('late'))]));
  await new Promise((resolve) => viewer.once('close', resolve));
  expect(await desk.box()).toMatchObject({ draft: '' });
});

test('profiles test leaves nothing behind when it is interrupted', async ({ home }) => {
  home.boxProfile('boxy');
  const env = home.environment({ TMPDIR: home.dir, BOX_HIDDEN: '1' });
  const argv = [BINARY, 'profiles', 'test', 'boxy', '--', `${home.dir}/lines`, `${home.dir}/ctl`];
  const child = spawn(process.execPath, argv, { env, cwd: home.dir, stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise((resolve) => child.stderr.once('data', resolve));
  child.kill('SIGINT');
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect(code).toBe(130);
  expect(readdirSync(home.dir).filter((name) => name.startsWith('synapse-test-'))).toEqual([]);
});

const RECORDED = { type: 'user' };
const ANSWER = { type: 'assistant', text: 'Understood.' };

/** Ends the agent with a message typed and not submitted, leaves this record, and starts it again. */
async function startedAgain(home: Home, lines: readonly object[], resume: readonly string[]) {
  const record = join(home.home, 'record.jsonl');
  home.boxProfile('boxy', { transcript: [record], resume });
  const start = () => home.agent('desk', { profile: 'boxy', pace: { surviveMs: 100 } });
  const desk = await start();
  await desk.box({ deafEnters: 99 });
  const sent = await home.run(['send', 'desk', 'once only', '--until', 'typed', '--quiet']);
  await desk.line(/enter lost/);
  const { draft } = await desk.box();
  await killDaemon(desk.entry);
  writeFileSync(record, lines.map((line) => `${JSON.stringify({ text: draft, ...line })}\n`).join(''));
  const again = await start();
  return {
    note: (line: object) => appendFileSync(record, `${JSON.stringify(line)}\n`),
    /** As the agent sees it, or its sender. */
    receipt: async (from: readonly string[] = ['--from', 'desk']) => {
      const shown = await home.run(['show', sent.stdout.trim(), '--json', ...from]);
      return json<{ task: { receipt: { state: string; reason: string | null } } }>(shown).task.receipt;
    },
    typed: () => again.lines().filter((line) => line.includes('once only')),
  };
}

testWithProcesses(
  'a message to which the agent’s own record has an answer is not typed into the next program',
  async ({ home }) => {
    const { receipt, typed } = await startedAgain(home, [RECORDED, ANSWER], []);
    await expect.poll(receipt).toMatchObject({ state: 'submitted', reason: "found in the program's own record" });
    expect(typed()).toEqual([]);
  },
);

testWithProcesses(
  'a message that was only recorded is not typed into the resumed program, and submitted once an answer follows',
  async ({ home }) => {
    const { receipt, typed, note } = await startedAgain(home, [RECORDED], ['--resumed']);
    const reason = 'its conversation has it, and no answer to it yet';
    await expect.poll(() => receipt([])).toMatchObject({ state: 'uncertain', reason });
    note(ANSWER);
    await expect
      .poll(() => receipt([]))
      .toMatchObject({ state: 'submitted', reason: "found later in the program's own record" });
    expect(typed()).toEqual([]);
  },
);

testWithProcesses(
  'a message that was only recorded is typed into a program that begins a new conversation, once',
  async ({ home }) => {
    const { receipt, typed } = await startedAgain(home, [RECORDED], []);
    await expect.poll(receipt).toMatchObject({ state: 'submitted', reason: null });
    expect(typed()).toHaveLength(1);
  },
);
