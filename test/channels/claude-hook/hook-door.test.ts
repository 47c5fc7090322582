import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { claudeHook } from '../../../src/channels/claude-hook/claude-hook.js';
import { answered } from '../../rig/clients/answered.js';
import { FakeClaude, messageFor } from '../../rig/clients/fake-claude.js';

const TEXT = '[A2A:1a2b3c4d:tester] "quoted", こんにちは\nsecond line \\';

let claude: FakeClaude;

async function startBusy(): Promise<void> {
  claude = await FakeClaude.start(claudeHook, { version: '2.1.197' });
  await claude.tell('work');
  await expect.poll(() => claude.door.evidence?.state).toBe('busy');
}

afterEach(() => claude.close());

test('a message is given after the next tool call, once, and submitted when the transcript shows it', async () => {
  await startBusy();
  const message = messageFor(TEXT);
  const handed = await claude.handOver(TEXT, 'now', message);
  expect(await claude.handOver('[A2A:2:tester] another')).toMatchObject({ type: 'refused' });
  await claude.tell('tool');
  expect(handed.type === 'taken' && (await answered(handed.settled))).toEqual({ type: 'submitted' });
  await claude.tell('tool');
  expect(await claude.door.recordOf(message, TEXT)).toBe('answered');
  expect((await claude.handOver('[A2A:2:tester] another')).type).toBe('taken');
});

test('a subagent does not get what is for the session', async () => {
  await startBusy();
  const handed = await claude.handOver(TEXT);
  await claude.tell('tool agent-7');
  expect(await claude.door.recordOf(messageFor(TEXT), TEXT)).toBe('absent');
  await claude.tell('tool');
  expect(handed.type === 'taken' && (await answered(handed.settled))).toEqual({ type: 'submitted' });
});

test.for(['stop', 'interrupt'])('what no tool call has taken at the end of the turn (%s) was not read', async (end) => {
  await startBusy();
  const handed = await claude.handOver(TEXT);
  await claude.tell(end);
  expect(handed.type === 'taken' && (await answered(handed.settled))).toEqual({
    type: 'dropped',
    reason: 'turn_ended',
  });
  await claude.tell('work');
  await claude.tell('tool');
  expect(await claude.door.recordOf(messageFor(TEXT), TEXT)).toBe('absent');
});

test('it refuses what is not for now, what is too long, and everything while the program is idle', async () => {
  await startBusy();
  expect(await claude.handOver(TEXT, 'idle')).toMatchObject({ type: 'refused' });
  expect(await claude.handOver('あ'.repeat(4_000))).toMatchObject({ type: 'refused' });
  await claude.tell('stop');
  await expect.poll(() => claude.door.evidence?.state).toBe('ready');
  expect(await claude.handOver(TEXT)).toMatchObject({ type: 'refused' });
});

test('a program that is killed has not read it, and nothing is left', async () => {
  await startBusy();
  const handed = await claude.handOver(TEXT);
  await claude.kill();
  expect(handed.type === 'taken' && (await answered(handed.settled))).toEqual({
    type: 'dropped',
    reason: 'program_ended',
  });
  await claude.prepared.close();
  expect(readdirSync(join(claude.root, 'd'))).toEqual([]);
});
