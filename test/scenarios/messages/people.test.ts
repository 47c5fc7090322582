/** People at their terminals: the inbox, texts that try to control a screen, and what cannot be sent. */
import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { finished } from '../../rig/home/binary.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';
import { onTerminal } from '../../rig/home/on-terminal.js';

const ESCAPES = '\u001b]0;owned\u0007\u001b[31mred\u001b[0m plain\nab12cd34 desk 1s ago';

test('inbox --watch prints each message as it comes, once, and marks it as read', async ({ home }) => {
  const desk = await home.agent('desk');
  await home.run(['inbox']);
  const watching = home.start(['inbox', '--watch']);
  let seen = '';
  const until = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => seen.includes(text) && resolve();
      watching.stdout.on('data', look);
      look();
    });
  watching.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    seen += chunk;
  });
  for (const text of ['first news', 'second news']) {
    const arrived = until(text);
    expect((await desk.synapse('send', 'tester', text)).code).toBe(0);
    await arrived;
  }
  await desk.synapse('send', 'tester', 'a request', '--response', '--no-wait');
  await until('To reply: synapse reply --to');
  watching.kill('SIGINT');
  expect(seen.split('first news')).toHaveLength(2);
  expect((await home.run(['inbox'])).stdout).toBe('');
});

test('whoever waits for a person’s reply is told that it was read, and not to answer a dialog', async ({ home }) => {
  const desk = await home.agent('desk');
  await home.run(['inbox']);
  const asking = desk.synapse('send', 'tester', 'tea?', '--response');
  const mail = async () => (await home.person().call('/inbox')).body.messages;
  await expect.poll(mail).toHaveLength(1);
  expect((await home.run(['inbox'])).stdout).toContain('tea?');
  const receipt = async () => (await desk.call('/tasks')).body.tasks[0].receipt;
  await expect.poll(receipt).toMatchObject({ reason: 'read' });
  await home.run(['reply', 'yes']);
  expect(await asking).toEqual({ code: 0, stdout: 'yes\n', stderr: 'tester has read the message. Still waiting.\n' });
});

test('a person cannot send as a program that has their id', async ({ home }) => {
  await home.agent('desk');
  const env = { SYNAPSE_HUMAN: 'desk' };
  const refused = { code: 2, stdout: '', stderr: expect.stringContaining('The agent desk is a program, not you') };
  expect(await home.run(['inbox'], { env })).toMatchObject(refused);
});

test('inbox --peek leaves everything unread', async ({ home }) => {
  const desk = await home.agent('desk');
  await home.run(['inbox']);
  await desk.synapse('send', 'tester', 'still new');
  expect((await home.run(['inbox', '--peek'])).stdout).toContain('still new');
  expect((await home.run(['inbox'])).stdout).toContain('still new');
  expect((await home.run(['inbox'])).stdout).toBe('');
});

test('on a terminal, a text from elsewhere cannot control it or pose as another message', async ({ home }) => {
  const desk = await home.agent('desk');
  await home.run(['inbox']);
  await desk.inside(['synapse', 'send', 'tester', '-'], { input: ESCAPES });
  const { text } = await onTerminal(home, ['inbox', '--peek']);
  expect(text).not.toContain('\u001b]0;');
  expect(text).not.toContain('\u001b[31mred');
  expect(text).toContain('red plain');
  expect(text).toMatch(/^ {2}ab12cd34 desk 1s ago/m);
});

test('an error on stderr is cleaned even if stdout is not a terminal, and history indents lines from elsewhere', async ({
  home,
}) => {
  const desk = await home.agent('desk');
  const asking = home.run(['send', 'desk', 'may I?', '--response']);
  await desk.line('may I?');
  await desk.inside(['synapse', 'reply', '--fail', '-'], { input: ESCAPES });
  const { code, stdout, stderr } = await asking;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('failed: red plain');
  expect(stderr).not.toContain('\u001b');
  expect((await home.run(['history'])).stdout).toMatch(/^ {2}ab12cd34 desk 1s ago$/m);
});

test('piped, the same text is byte-exact', async ({ home }) => {
  const desk = await home.agent('desk');
  await home.run(['inbox']);
  await desk.inside(['synapse', 'send', 'tester', '-'], { input: ESCAPES });
  const { messages } = (await home.json(['inbox', '--peek'])) as { messages: { text: string }[] };
  expect(messages.map(({ text }) => text)).toEqual([ESCAPES]);
});

test('bytes that are not text are refused, and the error says what works', async ({ home }) => {
  await home.agent('desk');
  const child = home.start(['send', 'desk', '-']);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  child.stdin.end(Buffer.from([0x61, 0xff, 0xfe, 0x00]));
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(2);
  expect(stderr).toMatch(/not UTF-8 text.*--file/s);
});

test('bytes that are not text are refused as an argument too, and the replacement character is ordinary text', {
  skip: process.platform !== 'linux',
}, async ({ home }) => {
  const desk = await home.agent('desk');
  const { code, stderr } = await desk.inside(['sh', '-c', `synapse send tester "$(printf 'a\\377b')"`]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/not UTF-8 text.*--file/s) });
  expect(await desk.synapse('send', 'desk', 'a\ufffdb')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('to itself'),
  });
});

test('inbox --watch ends with a reason if it can no longer read the inbox', async ({ home }) => {
  const desk = await home.agent('desk');
  await home.run(['inbox']);
  const watching = home.start(['inbox', '--watch']);
  const done = finished(watching);
  const shown = new Promise((resolve) => watching.stdout.once('data', resolve));
  await desk.synapse('send', 'tester', 'first news');
  await shown;
  rmSync(join(home.home, 'agents', 'tester', 'key'));
  await desk.synapse('send', 'tester', 'second news');
  expect(await done).toMatchObject({ code: 1, stderr: expect.stringMatching(/error: .*\nhint: .*\n$/) });
});

test('an endless stdin is refused as soon as it is too long', async ({ home }) => {
  const desk = await home.agent('desk');
  const { code, stderr } = await desk.inside(['sh', '-c', 'yes | synapse send tester -']);
  expect(code).toBe(2);
  expect(stderr).toContain('the limit is 1048576');
});

test('a home that others can write to is refused and left as it is', async ({ home }) => {
  const open = join(home.dir, 'open');
  mkdirSync(open);
  chmodSync(open, 0o777);
  const { code, stderr } = await home.run(['start', 'shell', '--', 'cat'], { env: { SYNAPSE_HOME: open } });
  expect(code).toBe(1);
  expect(stderr).toContain('other users can write to it');
  expect(statSync(open).mode & 0o777).toBe(0o777);
});

test('a search with a pattern that never finishes is refused, and the daemon keeps running', async ({ home }) => {
  await home.agent('desk');
  await home.run(['send', 'desk', `${'a'.repeat(40)}!`]);
  expect(await home.run(['history', '--grep', '(a+)+$'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('takes too long'),
  });
  expect((await home.run(['history', '--grep', 'A+!'])).stdout).toContain('aaaa!');
});

test('show asks the receiver how far a message is when the sender missed the reports', async ({ home }) => {
  const desk = await home.agent('desk');
  await home.pause('desk');
  const id = (await home.run(['send', 'desk', 'later'])).stdout.trim();
  await home.stop('tester');
  await home.resume('desk');
  await desk.line(/later/);
  await home.run(['inbox']);
  expect((await home.run(['show', id])).stdout).toContain('submitted');
});
