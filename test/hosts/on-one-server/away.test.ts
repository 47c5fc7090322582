/** A host that was away for longer than its lease while its programs lived on. */
import { expect, onTestFinished } from 'vitest';
import { LEASE_MS } from '../../../src/team/hosts.js';
import { signalAll } from '../../rig/processes/signal.js';
import { test } from './rig.js';

test('a terminal that a person started gets its session and its work back, and is told nothing twice', async ({
  hosts,
}) => {
  const [laptop, gpu] = [hosts.host('laptop'), hosts.host('gpu')];
  laptop.team({ mia: { kind: 'human' }, ann: { command: 'cat' } }, { store: hosts.store });
  expect(await laptop.up()).toMatchObject({ code: 0 });
  gpu.team({ mia: { kind: 'human' } }, { id: 'other', store: hosts.store });
  expect(await gpu.up()).toMatchObject({ code: 0 });
  const work = ['work', 'create', 'Count the files', '--project', 'shop', '--assignee', 'ann', '--start'];
  expect(await laptop.run(work)).toMatchObject({ code: 0 });
  const screen = async () => (await laptop.run(['logs', 'ann'])).stdout;
  await expect.poll(screen).toContain('Count the files');
  const told = async () => (await screen()).split('Your work task is').length;
  const before = await told();

  const daemons = ['mia', 'ann'].map((id) => laptop.entry(id).pid);
  signalAll(daemons, 'SIGSTOP');
  onTestFinished(() => signalAll(daemons, 'SIGCONT'));
  // As if the time had passed.
  hosts.sql(`update hosts set leased_until = leased_until - ${LEASE_MS} where name = 'laptop'`);
  hosts.sql(`update hosts set held_since = held_since - ${LEASE_MS} where name = 'gpu'`);
  const sessions = () =>
    hosts.sql(`select coalesce(end_cause, 'live') from sessions where agent_id = 'ann' order by created_at`);
  await expect.poll(sessions).toBe('gone');
  signalAll(daemons, 'SIGCONT');
  await expect.poll(sessions).toBe('gone\nlive');
  const bound = `select count(*) from sessions join work_tasks on work_tasks.id = sessions.task_id where ended_at is null`;
  await expect.poll(() => hosts.sql(bound)).toBe('1');
  expect(await laptop.run(['send', 'ann', 'are you there?'])).toMatchObject({ code: 0 });
  await expect.poll(screen).toContain('are you there?');
  expect(await told()).toBe(before);
});
