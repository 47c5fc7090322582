/** Work and conversations on the command line: what people create, list, read and watch. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { testInTeamInProcess } from '../../rig/team/team.js';
import { worker } from '../../rig/team/work.js';

const test = testInTeamInProcess();

test('a request to approve and a blocked worker are in the inbox, once', async ({ team, home }) => {
  const a = await worker(team, { parent: 'tester', name: 'Ada' });
  const { task_id: asked } = await a.task.do('request_task', { title: 'tidy up' });
  await a.task.do('update_task_status', { task_id: a.taskId, status: 'blocked', reason: 'no access' });
  await a.chat.do('send_message', { target_agent_id: 'tester', content: 'and a word in chat' });
  const inbox = async (...options: string[]) => {
    const { messages } = JSON.parse((await home.run(['inbox', '--json', ...options])).stdout);
    return messages as { kind: string; text: string; task_id: string }[];
  };
  const expected = [
    { kind: 'notice', from: a.id, to: 'tester', action: 'task_requested', task_id: asked, project: 'shop' },
    { kind: 'notice', from: a.id, action: 'task_blocked', task_id: a.taskId },
    { kind: 'chat', text: 'and a word in chat' },
  ];
  expect(await inbox('--peek')).toMatchObject(expected);
  expect((await home.run(['inbox', '--peek'])).stdout).toMatch(
    new RegExp(
      `asks for approval of a work task: tidy up. To decide, run: synapse work approve ${asked}[^]*\\n {2}no access\\n`,
    ),
  );
  expect(await inbox()).toMatchObject(expected);
  expect(await inbox()).toEqual([]);
  expect((await home.run(['work', 'approve', asked])).code).toBe(0);
});

test('people create, list, show and change work from the command line', async ({ team, home }) => {
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
  await run('status', top, 'todo', '--reason', 'after the release');
  await run('status', part, 'cancelled', '--reason', 'not needed');
  expect(await run('show', top)).toMatch(
    /status blocked → todo; blocked_reason no access → -; reason: after the release/,
  );
  expect(await run('show', part)).toMatch(/status todo → cancelled; blocked_reason - → not needed/);
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

test('delegation list shows what was delegated, and how it ended', async ({ team, home }) => {
  const [a, b] = [await worker(team), await team.member()];
  const args = { target_agent_id: b.id, purpose: 'しりとり' };
  const { delegation_id: id } = await a.task.do('delegate_to_chat_session', args);
  const { stdout } = await home.run(['delegation', 'list', '--project', 'shop']);
  expect(stdout).toMatch(new RegExp(`${id} +${a.id} → ${b.id} +pending .*しりとり`));
  expect((await home.run(['delegation', 'list', '--project', 'nowhere'])).code).toBe(3);
});

test('conversation list and show print conversations and their messages', async ({ team, home }) => {
  const { a, b } = await team.pair();
  const id = await a.talk(b, { purpose: 'しりとり', initial_message: 'りんご' });
  expect((await home.run(['conversation', 'list', '--project', 'shop'])).stdout).toContain(id);
  const shown = (await home.run(['conversation', 'show', id])).stdout;
  expect(shown).toContain(`${a.id} → ${b.id}  active`);
  expect(shown).toContain('  りんご');
  expect((await home.run(['conversation', 'show', id.slice('conv_'.length, 12)])).stdout).toBe(shown);
  expect((await home.run(['conversation', 'show', 'conv_none'])).code).toBe(3);
  expect(await home.run(['conversation', 'list', '--project', 'none'])).toMatchObject({ code: 3, stdout: '' });
});

test('inbox --watch shows a notice as it arrives', async ({ team, home }) => {
  const a = await worker(team, { parent: 'tester' });
  const child = home.start(['inbox', '--watch', '--json']);
  let seen = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    seen += chunk;
  });
  await new Promise((resolve) => child.stderr.once('data', resolve));
  await a.task.do('report_completed', { result: 'failed', summary: 'the disk is full' });
  await expect.poll(() => seen).toContain('the disk is full');
  const lines = seen.split('\n').slice(0, -1);
  expect(lines.map((line) => JSON.parse(line))).toContainEqual({
    event: 'message',
    at: expect.any(String),
    message: expect.objectContaining({ text: expect.stringContaining('the disk is full') }),
  });
  child.kill('SIGINT');
  expect((await team.ask('/chat/unread')).messages).toEqual([]);
});

test('the project is that of the folder, from a folder below it as well', async ({ team, home }) => {
  const below = join(team.dir, 'src', 'pages');
  mkdirSync(below, { recursive: true });
  await team.project('elsewhere', home.dir);
  const created = await home.run(['work', 'create', 'mine', '--json'], { cwd: below });
  const { work } = JSON.parse(created.stdout);
  expect(work).toMatchObject({ title: 'mine', project_id: 'shop' });
  await home.run(['work', 'create', 'theirs', '--project', 'else']);
  const titles = async (...options: string[]) => {
    const { stdout } = await home.run(['work', 'list', '--json', ...options], { cwd: below });
    return (JSON.parse(stdout).work as { title: string }[]).map(({ title }) => title);
  };
  expect(await titles()).toContain('mine');
  expect(await titles()).not.toContain('theirs');
  expect(await titles('--all')).toEqual(expect.arrayContaining(['mine', 'theirs']));
  expect((await home.run(['agent', 'list'], { cwd: below })).stdout).not.toContain('elsewhere ');
  const nowhere = await home.run(['work', 'create', 'x'], { cwd: '/' });
  expect(nowhere).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('belongs to no project') });
});

test('work wait tells how the work ended, and work create --start --wait waits for it', async ({ team, home }) => {
  const a = await worker(team);
  expect((await home.run(['work', 'wait', a.taskId, '0'])).code).toBe(4);
  const waiting = home.run(['work', 'wait', a.taskId.slice(0, 10)]);
  await a.task.do('update_task_status', { task_id: a.taskId, status: 'blocked', reason: 'no access' });
  expect(await waiting).toMatchObject({ code: 1, stdout: expect.stringMatching(/\(blocked, .*\nno access\n$/) });
  const b = await worker(team);
  const creating = home.run([
    'work',
    'create',
    'next',
    '--project',
    'shop',
    '--assignee',
    b.id,
    '--start',
    '--wait',
    '--json',
  ]);
  const next = async () =>
    (await team.ask('/work?project=shop')).tasks.find(({ title }: { title: string }) => title === 'next');
  await expect.poll(next).toMatchObject({ status: 'in_progress' });
  await team.ask(`/work/${(await next()).task_id}/status`, { status: 'done', reason: 'by hand' });
  const { code, stdout } = await creating;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ work: { title: 'next', status: 'done' } });
  expect(await home.run(['work', 'create', 'x', '--project', 'shop', '--wait'])).toMatchObject({ code: 2, stdout: '' });
});

test('say writes in the chat as a person and asks for the chat session', async ({ team, home }) => {
  const { a } = await team.pair();
  const said = await home.run(['say', a.id, 'りんご', '--json'], { cwd: team.dir });
  const { message } = JSON.parse(said.stdout);
  expect(message).toMatchObject({ message_id: expect.stringMatching(/^msg_/), session: 'active' });
  expect(message).not.toHaveProperty('success');
  const { pending_messages: messages } = await a.do('get_pending_messages');
  expect(messages).toMatchObject([{ content: 'りんご' }]);
  const idle = await team.agent();
  const started = await home.run(['say', idle, 'hello']);
  expect(started).toMatchObject({ code: 0, stderr: expect.stringContaining('none is started') });
  expect(started.stderr).not.toContain('is being started');
  expect((await home.run(['say', 'nobody', 'hello'])).code).toBe(3);
  expect((await home.run(['say', idle, ''])).code).toBe(2);
});
