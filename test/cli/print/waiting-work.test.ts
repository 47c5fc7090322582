import { expect, test } from 'vitest';
import { describeWaiting, isStuck, remedyFor, type WaitingWork } from '../../../src/cli/print/waiting-work.js';

const WORK: WaitingWork = {
  agent_id: 'worker',
  project_id: 'shop',
  purpose: 'task',
  why: 'Fix login',
  state: 'queued',
  reason: null,
  attempts: 0,
  next_try_at: null,
};

test.each([
  [{ state: 'queued' }, 'queued', false],
  [{ state: 'starting' }, 'starting', false],
  [{ state: 'pausing', next_try_at: '10:00', reason: 'no key' }, 'next attempt at 10:00: no key', false],
  [{ state: 'given_up', attempts: 5, reason: 'no key' }, 'gave up after 5 attempts: no key', true],
  [{ state: 'given_up', reason: 'it was stopped' }, 'it was stopped', true],
  [{ state: 'paused' }, 'the agent is paused', true],
  [{ state: 'not_startable' }, 'it has no profile or command', true],
  [{ state: 'project_inactive' }, 'its project is not active', true],
  [{ state: 'nobody' }, 'no daemon of its project is running', true],
  [{ state: 'a state of a later version' }, 'a state of a later version', false],
])('work that waits as %j says why, and whether a person must act', (facts, cause, stuck) => {
  const work = { ...WORK, ...facts };
  expect(describeWaiting(work)).toBe(`worker has work but no task session: ${cause} (Fix login)`);
  expect(isStuck(work)).toBe(stuck);
});

test.each([
  [{ state: 'paused' }, 'synapse resume worker'],
  [{ state: 'given_up', attempts: 5 }, 'fix that, then: synapse resume worker'],
  [{ state: 'given_up' }, 'synapse resume worker'],
  [{ state: 'project_inactive' }, 'synapse up, in the folder of shop'],
  [{ state: 'nobody' }, 'synapse inbox'],
])('the remedy for work that waits as %j is something to type', (facts, remedy) => {
  expect(remedyFor({ ...WORK, ...facts })).toBe(remedy);
});
