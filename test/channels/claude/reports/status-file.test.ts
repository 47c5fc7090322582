import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findStatus, readStatus } from '../../../../src/channels/claude/reports/status-file.js';

const RUN = { pid: 1, socket: '/i.sock', startedAt: 100 };
const FILE = { sessionId: 's', startedAt: 150, status: 'idle', statusUpdatedAt: 200, messagingSocketPath: '/i.sock' };

function read(fields: object, run: Parameters<typeof readStatus>[1] = RUN) {
  return readStatus(JSON.stringify({ ...FILE, ...fields }), run);
}

test.for([
  ['idle', 'ready'],
  ['busy', 'busy'],
  ['waiting', 'waiting'],
  ['dreaming', null],
  [undefined, null],
] as const)('%s is read as %s', ([word, state]) => {
  expect(read({ status: word })).toEqual({ sessionId: 's', state, at: 200, isPermission: false });
});

test('a permission prompt is told from other dialogs', () => {
  expect(read({ status: 'waiting', waitingFor: 'permission prompt' })?.isPermission).toBe(true);
  expect(read({ status: 'waiting', waitingFor: 'dialog open' })?.isPermission).toBe(false);
});

test('the file that a killed program left behind is another run', () => {
  expect(read({ messagingSocketPath: '/other.sock' })).toBeNull();
  const withoutInbox = { ...RUN, socket: null };
  expect(read({ startedAt: 99 }, withoutInbox)).toBeNull();
  expect(read({ startedAt: 100 }, withoutInbox)?.state).toBe('ready');
});

test.for(['', '{', 'null', '7', '{"sessionId":7}'])('%j says nothing', (text) => {
  expect(readStatus(text, RUN)).toBeNull();
});

test('the file of another process counts if it has the same inbox or session', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sessions-'));
  writeFileSync(join(folder, '77.json'), JSON.stringify(FILE));
  writeFileSync(join(folder, '78.key'), 'x');
  const withoutInbox = { ...RUN, socket: null };
  expect(findStatus(folder, RUN, null)?.state).toBe('ready');
  expect(findStatus(folder, withoutInbox, 's')?.state).toBe('ready');
  expect(findStatus(folder, withoutInbox, 'other')).toBeNull();
  expect(findStatus(folder, { ...withoutInbox, pid: 77 }, null)?.state).toBe('ready');
  rmSync(folder, { recursive: true });
  expect(findStatus(folder, RUN, null)).toBeNull();
});
