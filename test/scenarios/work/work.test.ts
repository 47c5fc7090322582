/** Work tasks on the command line. */
import { expect } from 'vitest';
import { testInTeam } from '../../rig/team.js';

const test = testInTeam();

test('people make, list, show and steer work from the command line', async ({ team, home }) => {
  const a = await team.agent();
  const run = async (...args: string[]) => (await home.run(['work', ...args])).stdout.trim();
  const top = await run('create', '請求書を直す', '--project', 'shop', '--assignee', a, '--priority', 'high');
  const part = await run('create', 'Find it', '--project', 'shop', '--parent', top);
  const tree = await run('list', '--project', 'shop');
  expect(tree).toContain(`${top}  請求書を直す  (todo, high, ${a})\n  ${part}  Find it  (todo, unassigned)`);
  await run('assign', part, a);
  await run('status', top, 'in_progress');
  await run('status', top, 'blocked', '--reason', 'no access');
  const text = await run('show', top);
  expect(text).toContain('blocked     no access');
  expect(text.match(/created$/gm)).toHaveLength(1);
  expect(text).toMatch(/tester {2}status in_progress → blocked; blocked_reason - → no access/);
  const wrong = await home.run(['work', 'status', top, 'done']);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('cannot become done')]);
  expect((await home.run(['work', 'show', 'tsk_none'])).code).toBe(3);
  expect(await run('show', top.slice(0, 14))).toBe(await run('show', top));
  expect(await run('show', top.slice('tsk_'.length))).toBe(await run('show', top));
  const token = await team.session(a);
  const { task_id } = (await team.call('request_task', token, { title: 'more' })).body;
  expect(await run('list', '--assignee', a)).toContain(`${task_id}  more  (todo, pending_approval, ${a})`);
  expect(await run('approve', task_id)).toContain(`(todo, ${a})`);
});

test('a program has tools, not the rights of a person', async ({ team, home }) => {
  const agent = await home.agent(await team.agent(), { options: ['--project', 'shop'] });
  const { code, stderr } = await agent.synapse('work', 'create', 'mine', '--project', 'shop');
  expect([code, stderr]).toEqual([1, expect.stringContaining('is not allowed to do this')]);
});
