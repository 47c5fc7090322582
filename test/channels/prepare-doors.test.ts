/** What becomes of a command whose doors are not all opened. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { FrontDoor } from '../../src/channels/front-door.js';
import { type DoorTable, prepareDoors } from '../../src/channels/prepare-doors.js';
import type { ChannelName } from '../../src/profiles/profile.js';

test.each<[string, ChannelName[], FrontDoor['prepare']]>([
  ['is not chosen', ['paste'], async () => null],
  ['has nothing to offer', ['codex-app-server', 'paste'], async () => null],
  ['fails', ['codex-app-server', 'paste'], () => Promise.reject(new Error('it failed'))],
])('Codex gets no daemon that others share, also if its door %s', async (_, channels, prepare) => {
  const { command } = await prepared(channels, { name: 'codex-app-server', prepare });
  expect(command).toEqual(['codex', '--no-daemon', 'resume']);
});

test('a program that does not tell its version in time is started as it is, and its channels say why', async () => {
  const { command, missing } = await prepared(['codex-app-server', 'paste'], NOTHING, () =>
    Promise.reject(new Error('It is slow.')),
  );
  expect({ command, missing }).toEqual({
    command: ['codex', 'resume'],
    missing: [{ channel: 'codex-app-server', why: 'It is slow.' }],
  });
});

const NOTHING: FrontDoor = { name: 'codex-app-server', prepare: async () => null };

async function prepared(channels: readonly ChannelName[], door: FrontDoor, version = async () => '0.169.0') {
  const cwd = mkdtempSync(join(tmpdir(), 'syn-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const table: DoorTable = { 'codex-app-server': async () => door };
  return prepareDoors(table, channels, { command: ['codex', 'resume'], cwd, env: {}, dir: join(cwd, 'd'), version });
}
