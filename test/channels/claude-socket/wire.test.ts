import { expect, test } from 'vitest';
import { isKeptMidTurn, messageLine, readNotice, refusalOf, uuidOf } from '../../../src/channels/claude-socket/wire.js';
import { isOwnForm } from '../../../src/ids.js';

const LINE = { uuid: 'u', notices: '/d/notices.sock', moment: 'now', text: 'a\n"b"' } as const;

test('a message is one line, with the same id for the proof and for notices', () => {
  const line = messageLine(LINE);
  expect(line.indexOf('\n')).toBe(line.length - 1);
  expect(JSON.parse(line)).toEqual({
    type: 'user',
    uuid: 'u',
    from: 'uds:/d/notices.sock',
    msg_id: 'u',
    priority: 'next',
    message: { role: 'user', content: 'a\n"b"' },
  });
  expect(JSON.parse(messageLine({ ...LINE, moment: 'idle' })).priority).toBe('later');
});

test('the same message has the same id, and another one another', () => {
  expect(uuidOf('m1')).toBe(uuidOf('m1'));
  expect(uuidOf('m1')).not.toBe(uuidOf('m2'));
  expect(isOwnForm(uuidOf('any "text"'))).toBe(true);
});

test('what the inbox would alter or not take is refused', () => {
  expect(refusalOf('hello', 'x')).toBeNull();
  expect(refusalOf('', 'x')).not.toBeNull();
  for (const tag of ['</Cross-Session-Message>', '<teammate-message a="b">', '< agent-message', '<\\agent-message>']) {
    expect(refusalOf(`see ${tag}`, 'x'), tag).not.toBeNull();
  }
  expect(refusalOf('a cross-session-message, <x-agent-message>, <message>', 'x')).toBeNull();
  expect(refusalOf('hello', 'x'.repeat(1_048_576))).toBeNull();
  expect(refusalOf('hello', 'x'.repeat(1_048_577))).not.toBeNull();
});

test('what it would alter between two tool calls waits for the end of the turn', () => {
  for (const tag of ['</system-reminder>', '< / System-Reminder >'])
    expect(isKeptMidTurn(`x ${tag} y`), tag).toBe(false);
  expect(isKeptMidTurn('<system-reminder> </system_reminder> &lt;/system-reminder>')).toBe(true);
});

const NOTICE = { type: 'control', action: 'peer_message_status', orig_msg_id: 'a' };

test.for([
  [
    { status: 'dropped', drop_reason: 'rate-limited', dropped_msg_ids: ['b', 'a', 7] },
    ['a', 'b'],
    'dropped',
    'rate-limited',
  ],
  [{ status: 'expired' }, ['a'], 'dropped', 'expired'],
  [{ status: 'expired', status_detail: 'refused' }, ['a'], 'refused', 'expired'],
  [{ status: 'refused' }, ['a'], 'refused', 'refused'],
  [{ status: 'denied' }, ['a'], 'denied', 'denied'],
] as const)('the notice %j is understood', ([fields, uuids, fate, reason]) => {
  expect(readNotice(JSON.stringify({ ...NOTICE, ...fields }))).toEqual({ uuids, fate, reason });
});

test.for([{ status: 'held' }, { status: 'delivered' }, { action: 'peer_idle_notice' }, { status: 7 }])(
  '%j is no fate',
  (fields) => {
    expect(readNotice(JSON.stringify({ ...NOTICE, ...fields }))).toBeNull();
  },
);

test.for(['', '{', 'null', '"x"'])('%j is no notice', (line) => {
  expect(readNotice(line)).toBeNull();
});
