/** What a person has to know of work stands in the inbox, beside chat and messages: read once, and peeking leaves it. */
import { expect } from 'vitest';
import { testInTeam } from '../../rig/team.js';
import { worker } from '../../rig/work.js';

const test = testInTeam();

interface Mail {
  readonly kind: string;
  readonly text: string;
  readonly task_id: string;
}

test('a request to approve and a blocked worker are in the inbox, once', async ({ team, home }) => {
  const a = await worker(team, { parent: 'tester', name: 'Ada' });
  const { task_id: asked } = await a.task.do('request_task', { title: 'tidy up' });
  await a.task.do('update_task_status', { task_id: a.taskId, status: 'blocked', reason: 'no access' });
  await a.chat.do('send_message', { target_agent_id: 'tester', content: 'and a word in chat' });
  const inbox = async (...options: string[]) => {
    const { messages } = JSON.parse((await home.run(['inbox', '--json', ...options])).stdout);
    return messages as Mail[];
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

test('whoever watches the inbox sees a notice as it comes', async ({ team, home }) => {
  const a = await worker(team, { parent: 'tester' });
  const child = home.start(['inbox', '--watch', '--json']);
  let seen = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    seen += chunk;
  });
  await new Promise((resolve) => child.stderr.once('data', resolve));
  await a.task.do('report_completed', { result: 'failed', summary: 'the disk is full' });
  await expect.poll(() => seen).toContain('the disk is full');
  child.kill('SIGINT');
  expect((await team.ask('/chat/unread')).messages).toEqual([]);
});
