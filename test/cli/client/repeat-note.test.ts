import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RepeatNote } from '../../../src/cli/client/repeat-note.js';
import { fail, type SynapseError } from '../../../src/errors.js';
import { startTimeOf } from '../../../src/processes.js';
import type { LiveEntry } from '../../../src/registry/entry.js';
import { tempDir } from '../../taskstore/rig.js';

const BODY = { target: 'rex', text: 'hello', response: false };
const NO_ANSWER = fail('daemon_not_answering', { agent: 'ada', reason: 'it is silent' });

function sender(id = 'ada', home = tempDir()) {
  return { home, entry: { id } as LiveEntry };
}

const noteFor = (who: ReturnType<typeof sender>, body: Record<string, unknown> = BODY) =>
  new RepeatNote(who, '/send', body);

const namesIn = ({ home }: ReturnType<typeof sender>) => readdirSync(join(home, 'unanswered'));

/** As if the command that left these notes had ended. */
function endCommand(who: ReturnType<typeof sender>, pid = spawnSync('true').pid): void {
  const dir = join(who.home, 'unanswered');
  for (const name of namesIn(who)) {
    const [at, , id] = name.split('.');
    renameSync(join(dir, name), join(dir, [at, pid, id].join('.')));
  }
}

test('a command that ended without an answer is repeated with the id of its message', () => {
  const who = sender();
  const first = noteFor(who);
  endCommand(who);
  expect(noteFor(who, { ...BODY, wait_ms: 5_000, brief: true }).messageId).toBe(first.messageId);
});

test('a killed command that nobody has waited for yet has ended, too', async () => {
  const who = sender();
  const first = noteFor(who);
  const parent = spawn('/usr/bin/env', ['perl', '-e', '$| = 1; my $pid = fork or exit; print $pid; sleep 1000'], {
    stdio: 'pipe',
  });
  onTestFinished(() => void parent.kill());
  const [pid] = await once(parent.stdout, 'data');
  endCommand(who, Number(String(pid)));
  await expect.poll(() => startTimeOf(Number(String(pid)))).toBeNull();
  expect(() => process.kill(Number(String(pid)), 0)).not.toThrow();
  expect(noteFor(who).messageId).toBe(first.messageId);
});

test('an answer ends that: the same words are a new message', () => {
  const who = sender();
  const first = noteFor(who);
  first.forget();
  expect(namesIn(who)).toEqual([]);
  expect(noteFor(who).messageId).not.toBe(first.messageId);
});

test('two equal commands at the same time send two messages', () => {
  const who = sender();
  expect(noteFor(who).messageId).not.toBe(noteFor(who).messageId);
});

test.each([{ text: 'hello!' }, { target: 'bob' }, { response: true }, { task: '3f2a91c0' }, { priority: 5 }])(
  'a command that sends something else, such as %o, is a new message',
  (change) => {
    const who = sender();
    const first = noteFor(who);
    endCommand(who);
    expect(noteFor(who, { ...BODY, ...change }).messageId).not.toBe(first.messageId);
  },
);

test('another sender of the same home sends a message of its own', () => {
  const who = sender();
  const first = noteFor(who);
  endCommand(who);
  expect(noteFor(sender('bob', who.home)).messageId).not.toBe(first.messageId);
});

test('after ten minutes the same words are a new message, and the old note is removed', () => {
  const who = sender();
  const first = noteFor(who);
  endCommand(who);
  const dir = join(who.home, 'unanswered');
  const [name = ''] = namesIn(who);
  const [at, pid, id] = name.split('.');
  renameSync(join(dir, name), join(dir, [Number(at) - 10 * 60_000 - 1, pid, id].join('.')));
  expect(noteFor(who).messageId).not.toBe(first.messageId);
  expect(namesIn(who)).toHaveLength(1);
});

test('no answer leads to advice on how to repeat the command, and keeps the note', () => {
  const who = sender();
  const explained = noteFor(who).explain(NO_ANSWER) as SynapseError;
  expect(explained.hint).toMatch(/Run the same command again within 10 minutes.*not sent twice/);
  expect(namesIn(who)).toHaveLength(1);
});

test('a refusal ends it; a daemon that is down or in trouble does not', () => {
  const who = sender();
  const note = noteFor(who);
  for (const error of [fail('agent_not_running'), fail('storage_failed'), new TypeError('bug')]) {
    expect(note.explain(error)).toBe(error);
    expect(namesIn(who)).toHaveLength(1);
  }
  note.explain(fail('agent_not_found', { target: 'rex' }));
  expect(namesIn(who)).toEqual([]);
});

test('without a note the advice is not given', () => {
  const who = sender();
  // A file in its place: no note can be written, even by root.
  writeFileSync(join(who.home, 'unanswered'), '');
  const note = noteFor(who);
  expect(note.messageId).toMatch(/^[0-9a-f-]{36}$/);
  expect((note.explain(NO_ANSWER) as SynapseError).hint).toBe(NO_ANSWER.hint);
  note.forget();
});
