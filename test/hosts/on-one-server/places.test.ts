/** The number of sessions in a project counts on all hosts, and a place that one host has freed is free on the others. */
import { expect } from 'vitest';
import { test } from './rig.js';

const TEAM = {
  mia: { kind: 'human' },
  ann: { command: 'cat', start: 'on-demand' },
  bob: { command: 'cat', start: 'on-demand', host: 'gpu' },
};

test('a place that was taken on one host is free for another as soon as its session is gone', async ({ hosts }) => {
  // Bob is not tried again before ann has had her turn.
  const one = { SYNAPSE_PROJECT_SESSIONS: '1', SYNAPSE_START_PAUSE_MS: '600000' };
  const [laptop, gpu] = [hosts.host('laptop', one), hosts.host('gpu', one)];
  gpu.team({ mia: { kind: 'human' } }, { id: 'other', store: hosts.store });
  expect(await gpu.up()).toMatchObject({ code: 0 });
  const dir = laptop.team(TEAM, { store: hosts.store });
  expect(await laptop.up(dir)).toMatchObject({ code: 0 });
  const live = () => hosts.sql('select agent_id from sessions where ended_at is null');
  const say = async (agent: string) =>
    expect(await laptop.run(['say', agent, 'hello', '--project', 'shop'])).toMatchObject({ code: 0 });
  await say('bob');
  await expect.poll(live).toBe('bob');
  const program = () => gpu.entry('bob').terminals?.[0]?.programPid ?? 0;
  await expect.poll(program).toBeGreaterThan(0);
  process.kill(program(), 'SIGKILL');
  await expect.poll(live).toBe('');
  await say('ann');
  await expect.poll(live).toBe('ann');
});
