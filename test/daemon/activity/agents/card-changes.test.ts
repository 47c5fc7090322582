import { expect, test } from 'vitest';
import type { AgentCard } from '../../../../src/a2a/activity.js';
import { sinceThen, whatHappened } from '../../../../src/daemon/activity/agents/card-changes.js';

const card = (status: string, more: Partial<AgentCard> = {}) =>
  ({ id: 'rex', instance: 'run-1', status, status_reason: null, status_at: 'then', ...more }) as AgentCard;

test.each<[string, AgentCard | null, AgentCard, string]>([
  ['appears', null, card('ready'), 'started'],
  ['becomes busy', card('ready'), card('busy'), 'changed'],
  ['runs again', card('stopped'), card('starting'), 'started'],
  ['was restarted between two looks', card('ready'), card('ready', { instance: 'run-2' }), 'started'],
  ['was stopped', card('busy'), card('stopped'), 'stopped'],
  ['was killed', card('busy'), card('dead'), 'died'],
  ['was dead already', card('dead'), card('dead'), 'changed'],
  ['is found stopped', null, card('stopped'), 'changed'],
  [
    'is an outside agent that answers again',
    card('unreachable', { instance: null }),
    card('ready', { instance: null }),
    'changed',
  ],
])('an agent that %s', (_, before, now, what) => {
  expect(whatHappened(before, now)).toBe(what);
});

test('the status of a card is as old as its last change, not as the file that it is read from', () => {
  const now = card('ready', { status_at: 'now' });
  expect(sinceThen(card('ready'), now).status_at).toBe('then');
  expect(sinceThen(null, now).status_at).toBe('now');
  expect(sinceThen(card('busy'), now).status_at).toBe('now');
  expect(sinceThen(card('ready', { status_reason: 'draft' }), now).status_at).toBe('now');
  expect(sinceThen(card('ready', { instance: 'run-0' }), now).status_at).toBe('now');
});
