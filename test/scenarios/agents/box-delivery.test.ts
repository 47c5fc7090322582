/** Messages into a program with an input box: held, typed, seen, submitted, and never submitted twice. */
import { expect } from 'vitest';
import { boxAgent, held, status } from '../../rig/home/box.js';
import { json, test as testWithProcesses } from '../../rig/home/home.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';
import { killDaemon } from '../../rig/home/processes.js';

test('a message is typed into the box, submitted, and proven', async ({ home }) => {
  const desk = await boxAgent(home);
  const sent = await home.run(['send', 'desk', 'hello there', '--until', 'submitted', '--quiet']);
  expect(sent.code).toBe(0);
  expect(desk.lines()).toEqual([`[A2A:${sent.stdout.trim()}:tester] hello there`]);
  const { task } = json<{ task: { receipts: { state: string }[] } }>(
    await home.run(['show', sent.stdout.trim(), '--json', '--from', 'desk']),
  );
  const states = task.receipts.map(({ state }) => state);
  // A box that is still being drawn when the message arrives holds it first.
  expect(['delivered', 'held']).toContain(states[0]);
  expect(states.slice(1).filter((state) => state !== 'held')).toEqual(['typing', 'typed', 'submitted']);
});

test('several lines, Japanese and long texts arrive once each, in order, none merged', async ({ home }) => {
  const desk = await boxAgent(home);
  const texts = ['one line', 'first\nsecond\nthird', 'あ'.repeat(4000), '!ls', '/help', '日本語\n二行目'];
  for (const text of texts) await home.run(['send', 'desk', text]);
  await desk.line(/二行目/);
  expect(desk.lines().map((line) => line.replace(/^\[A2A:[^\]]*\] /, ''))).toEqual(texts);
});

test('a text that is too long is typed as its beginning and the way to the rest', async ({ home }) => {
  const desk = await boxAgent(home);
  const sent = await home.run(['send', 'desk', 'x'.repeat(30_000), '--until', 'submitted', '--quiet']);
  const [line = ''] = desk.lines();
  expect(line.length).toBeLessThanOrEqual(10_000);
  expect(line).toMatch(/x … \(synapse show [0-9a-f]{8}\)$/);
  expect((await desk.synapse('show', sent.stdout.trim())).stdout).toContain('x'.repeat(30_000));
});

test('messages to a busy program wait, and arrive one by one when it is done', async ({ home }) => {
  const desk = await boxAgent(home);
  await desk.box({ worksOnPrompts: true });
  await home.run(['send', 'desk', 'number 0', '--until', 'submitted']);
  for (const number of [1, 2, 3]) await home.run(['send', 'desk', `number ${number}`]);
  await status(desk, 'busy');
  await held(desk, 'busy');
  for (const number of [1, 2, 3]) {
    expect(desk.lines()).toHaveLength(number);
    await desk.box({ busy: false });
    await desk.line(new RegExp(`number ${number}`));
  }
});

test('a program that is not up yet gets nothing until it is', async ({ home }) => {
  const desk = await boxAgent(home, { env: { BOX_HIDDEN: '1' } });
  await home.run(['send', 'desk', 'early']);
  await status(desk, 'starting');
  await desk.box({ shown: true });
  await desk.line(/early/);
});

test('a person’s draft is never submitted and stays, and the message arrives when the draft is gone', async ({
  home,
}) => {
  const desk = await boxAgent(home);
  await desk.box({ draft: 'half a thou' });
  await home.run(['send', 'desk', 'patient']);
  await held(desk, 'draft');
  expect(desk.lines()).toEqual([]);
  expect(await desk.box({ draft: '' })).toMatchObject({ busy: false });
  await desk.line(/patient/);
  expect(desk.lines()).toHaveLength(1);
});

test('with a dialog open nothing is typed and nothing approved, and the status says what is asked', async ({
  home,
}) => {
  const desk = await boxAgent(home);
  await desk.box({ dialog: 'run rm' });
  await status(desk, 'waiting');
  const { dialog } = json<{ dialog: { text: string; choices: unknown[] } }>(
    await home.run(['status', 'desk', '--json']),
  );
  expect(dialog.text).toContain('run rm');
  expect(dialog.choices).toEqual([
    { key: '1', text: 'Yes', keys: '1', marked: true },
    { key: '2', text: 'No', keys: '2', marked: false },
  ]);
  await home.run(['send', 'desk', 'later']);
  await held(desk, 'dialog');
  expect(desk.lines()).toEqual([]);
  await desk.box({ dialog: null });
  await desk.line(/later/);
  expect(desk.lines()).toHaveLength(1);
});

test('a dialog that opens between the text and the Enter approves nothing', async ({ home }) => {
  const desk = await boxAgent(home);
  await desk.box({ dialogOnText: 'delete everything' });
  await home.run(['send', 'desk', 'unlucky']);
  await status(desk, 'waiting');
  expect(desk.lines()).toEqual([]);
  await desk.box({ dialog: null });
  await desk.line(/unlucky/);
  expect(desk.lines()).toHaveLength(1);
});

test('a text that a person changed behind a dialog is not submitted', async ({ home }) => {
  const desk = await boxAgent(home);
  await desk.box({ dialogOnText: 'delete everything' });
  const sent = await home.run(['send', 'desk', 'unlucky', '--quiet']);
  await status(desk, 'waiting');
  await desk.box({ dialog: null, draft: 'my own words' });
  await expect.poll(async () => (await home.run(['show', sent.stdout.trim()])).stdout).toContain('did not accept it');
  expect(await desk.box()).toMatchObject({ draft: 'my own words' });
  expect(desk.lines()).toEqual([]);
});

test('an Enter that is lost is pressed again', async ({ home }) => {
  const desk = await boxAgent(home, { pace: { emptyLimitMs: 500 } });
  await desk.box({ deafEnters: 2 });
  const sent = await home.run(['send', 'desk', 'knock', '--until', 'submitted']);
  expect(sent.code).toBe(0);
  expect(desk.lines().filter((line) => line.includes('knock'))).toHaveLength(1);
});

test('a text that a program does not take is uncertain, was typed once, and does not stay in its box', async ({
  home,
}) => {
  const desk = await boxAgent(home, { pace: { emptyLimitMs: 500 } });
  await desk.box({ deafEnters: 3 });
  const sent = await home.run(['send', 'desk', 'stuck', '--quiet']);
  await home.run(['send', 'desk', 'next', '--until', 'submitted']);
  const { stdout } = await home.run(['show', sent.stdout.trim(), '--json', '--from', 'desk']);
  expect(stdout).toContain('"uncertain"');
  const lost = ['<enter lost>', '<enter lost>', '<enter lost>'];
  expect(desk.lines()).toEqual([...lost, expect.stringContaining('next')]);
});

test('a stopped program gets one Enter, and the message once', async ({ home }) => {
  const desk = await boxAgent(home, { pace: { emptyLimitMs: 300, seenLimitMs: 300 } });
  const pid = desk.entry.programPid as number;
  const receipts = async () => (await home.run(['tasks', '--json', '--from', 'desk'])).stdout;
  for (const text of ['first', 'second']) {
    process.kill(pid, 'SIGSTOP');
    const sent = home.run(['send', 'desk', text, '--until', 'submitted']);
    await expect.poll(receipts).toContain('"receipt":{"state":"typing"');
    // Longer than any of its limits.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    process.kill(pid, 'SIGCONT');
    expect((await sent).code).toBe(0);
  }
  expect(desk.lines().map((line) => line.replace(/^\[A2A:[^\]]*\] /, ''))).toEqual(['first', 'second']);
});

test('without a text in the box Enter is never pressed', async ({ home }) => {
  const desk = await boxAgent(home, { pace: { seenLimitMs: 1_500 } });
  await desk.box({ dropsPastes: true });
  const sent = await home.run(['send', 'desk', 'nowhere', '--until', 'submitted']);
  expect(sent.code).toBe(1);
  expect(sent.stderr).toContain('did not appear');
  expect(desk.lines()).toEqual(['<paste dropped>']);
});

test('a text that a low terminal hides fails, is removed, and holds no later mail', async ({ home }) => {
  const desk = await boxAgent(home, { pace: { seenLimitMs: 300 } });
  await desk.box({ hidesText: true });
  const sent = await home.run(['send', 'desk', 'hidden', '--until', 'submitted']);
  expect({ code: sent.code, draft: (await desk.box()).draft }).toMatchObject({ code: 1, draft: '' });
  await desk.box({ hidesText: false });
  expect(await home.run(['send', 'desk', 'seen', '--until', 'submitted'])).toMatchObject({ code: 0 });
  expect(desk.lines()).toEqual([expect.stringContaining('seen')]);
});

test('a program that takes no pastes gets one line', async ({ home }) => {
  const desk = await boxAgent(home, { env: { BOX_NO_PASTE: '1' } });
  await home.run(['send', 'desk', 'one\ntwo']);
  expect(await desk.line(/one/)).toMatch(/\] one … \(synapse show [0-9a-f]{8}\)$/);
});

test('an urgent message interrupts a busy program and is typed first', async ({ home }) => {
  const desk = await boxAgent(home);
  await desk.box({ busy: true });
  await status(desk, 'busy');
  await home.run(['send', 'desk', 'ordinary']);
  await home.run(['send', 'desk', 'urgent', '--priority', '5']);
  await desk.line(/ordinary/);
  expect(desk.lines().map((line) => line.replace(/^.*\] /, ''))).toEqual(['<escape>', 'urgent', 'ordinary']);
});

test('a prompt of ours that an interrupted program puts back into its box holds no mail', async ({ home }) => {
  const desk = await boxAgent(home);
  await desk.box({ worksOnPrompts: true, restoresPrompts: true });
  await home.run(['send', 'desk', 'long work', '--until', 'submitted']);
  await status(desk, 'busy');
  const urgent = await home.run(['send', 'desk', 'stop that', '--priority', '5', '--until', 'submitted']);
  expect(urgent.code).toBe(0);
  const said = desk.lines().map((line) => line.replace(/^\[A2A:[^\]]*\] /, ''));
  expect(said).toEqual(['long work', '<escape>', 'stop that']);
});

test('whoever waits for an answer is told that a dialog is open', async ({ home }) => {
  const desk = await boxAgent(home);
  const sent = await home.run(['send', 'desk', 'question', '--response', '--no-wait', '--quiet']);
  await desk.line(/question/);
  await desk.box({ dialog: 'run tests' });
  await expect
    .poll(async () => (await home.run(['show', sent.stdout.trim(), '--json'])).stdout)
    .toMatch(/waits for a person: [^"]*Do you want to proceed\? · run tests/);
});

test('a request is typed with the way to answer it, unless that is turned off', async ({ home }) => {
  const desk = await boxAgent(home);
  await home.run(['send', 'desk', 'what?', '--response', '--no-wait']);
  expect(await desk.line(/what/)).toMatch(/\] what\?\n\(reply with: synapse reply --to [0-9a-f]{8} "…"\)$/);
});

test('answer shows a dialog, answers it, and refuses one that is not open any more', async ({ home }) => {
  const desk = await boxAgent(home);
  await desk.box({ dialog: 'run tests' });
  await status(desk, 'waiting');
  const shown = await home.run(['answer', 'desk']);
  expect(shown.stdout).toContain('run tests');
  const id = /dialog ([0-9a-f]{8})/.exec(shown.stdout)?.[1] ?? '';
  await desk.box({ dialog: 'delete everything' });
  await expect.poll(async () => (await home.run(['answer', 'desk'])).stdout).toContain('delete everything');
  const late = await home.run(['answer', 'desk', '1', '--dialog', id]);
  expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining('something else') });
  expect((await home.run(['answer', 'desk', 'maybe'])).code).toBe(2);
  expect(desk.lines()).toEqual([]);
  expect((await home.run(['answer', 'desk', 'no'])).stderr).toContain('Chose "No".');
  expect(desk.lines()).toEqual(['<chose 2>']);
  expect((await home.run(['answer', 'desk', '1'])).code).toBe(1);
});

test('answer numbers the choices that have no numbers, and takes the one that ends the program', async ({ home }) => {
  home.boxProfile('listed', { screen: { ready: ['^❯ '], dialog: ['^ ❯ '] } });
  const desk = await home.agent('desk', { profile: 'listed' });
  await desk.box({ dialog: 'leave', unnumbered: true, diesOnAnswer: true });
  await status(desk, 'waiting');
  const shown = await home.run(['answer', 'desk']);
  expect(shown.stdout).toMatch(/\n {2}1\. Yes\n {2}2\. No\n\ndialog /);
  expect(await home.run(['answer', 'desk', '1'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Chose "Yes".'),
  });
});

test('an agent that forgets to reply is reminded once, and then the request goes back', async ({ home }) => {
  const desk = await boxAgent(home, { env: { SYNAPSE_REMIND_SECONDS: '0.3' } });
  const asked = home.run(['send', 'desk', 'what is it?', '--response']);
  const [request = ''] = await desk.transcript.count(1);
  const id = /^\[A2A:([0-9a-f]{8}):/.exec(request)?.[1];
  const reminder = await desk.line(/still waiting/);
  expect(reminder).toContain(`[A2A:${id}:synapse]`);
  expect(reminder).toContain(`synapse reply --to ${id}`);
  const answer = await asked;
  expect(answer.code).toBe(6);
  expect(answer.stdout).toContain('without a reply');
  expect(desk.lines()).toHaveLength(2);
});

test('an agent that replies after the reminder answers the request', async ({ home }) => {
  const desk = await boxAgent(home, { env: { SYNAPSE_REMIND_SECONDS: '1' } });
  const asked = home.run(['send', 'desk', 'what is it?', '--response']);
  await desk.line(/still waiting/);
  await desk.synapse('reply', 'a test');
  expect(await asked).toMatchObject({ code: 0, stdout: 'a test\n' });
});

test('profiles test tries every channel: idle, busy and with a draft', async ({ home }) => {
  // Long enough that a command on a busy machine sees it at work, and sends it another message meanwhile.
  home.boxProfile('boxy', { env: { BOX_WORK_MS: '4000', BOX_WORK_ON: 'count' } });
  const tested = await home.run(['profiles', 'test', 'boxy', '--', `${home.dir}/lines`, `${home.dir}/ctl`]);
  expect(tested.stdout.replace(/\d\.\d s/g, 'T').replace(/ +/g, ' ')).toBe(
    [
      'CHANNEL CASE RESULT AFTER NOTE',
      'paste idle ok T',
      'paste busy ok T after its work',
      'paste draft ok T waited for the draft\n',
    ].join('\n'),
  );
  expect(tested).toMatchObject({ code: 0, stderr: 'trying paste\n' });
});

testWithProcesses(
  'after a crash the program is started with its resume arguments, and gets what was waiting',
  async ({ home }) => {
    home.boxProfile('boxy', { resume: ['--go-on'] });
    const desk = await home.agent('desk', { profile: 'boxy' });
    await desk.box({ busy: true });
    await status(desk, 'busy');
    await home.run(['send', 'desk', 'waiting']);
    await killDaemon(desk.entry);
    const again = await home.agent('desk', { profile: 'boxy' });
    await again.line(/waiting/);
    const { program } = json<{ program: string[] }>(await home.run(['status', 'desk', '--json']));
    expect(program.at(-1)).toBe('--go-on');
    await home.stop('desk');
    await home.agent('desk', { profile: 'boxy' });
    const fresh = json<{ program: string[] }>(await home.run(['status', 'desk', '--json']));
    expect(fresh.program.at(-1)).not.toBe('--go-on');
  },
);
