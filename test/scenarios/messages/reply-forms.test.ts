/** Replies that are more than a text, to an agent inside Synapse. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Agent } from '../../rig/home/home.js';
import { testInSharedProcess } from '../../rig/home/home-in-process.js';

const test = testInSharedProcess.extend<{ ann: Agent; helper: Agent }>({
  ann: [async ({ home }, use) => use(await home.agent('ann')), { scope: 'file' }],
  helper: [async ({ home }, use) => use(await home.agent('helper')), { scope: 'file' }],
});

/** Asks, and returns the waiting command and the id that the helper sees. */
async function ask(ann: Agent, helper: Agent, text: string) {
  const asking = ann.synapse('send', 'helper', text, '--response');
  const id = /A2A:([0-9a-f]{8})/.exec(await helper.line(text))?.[1] ?? '';
  return { asking, id };
}

test('a reply can have a file, an address and data, and the asker gets all of it', async ({ home, ann, helper }) => {
  const file = join(home.dir, 'report.md');
  writeFileSync(file, '# Report\n');
  const { asking, id } = await ask(ann, helper, 'the report?');
  const attached = ['--artifact', file, '--artifact-url', 'https://example.com/a%20b.png', '--data', '{"passed":212}'];
  expect(await helper.synapse('reply', '--to', id, 'here', ...attached)).toMatchObject({ code: 0 });
  expect(await asking).toMatchObject({
    code: 0,
    stdout: 'here (file: report.md) (file: https://example.com/a%20b.png) (data: {"passed":212})\n',
  });
  const { reply } = (await ann.call(`/tasks/${id}`)).body.task;
  expect(reply.parts).toEqual([
    { type: 'text', text: 'here' },
    {
      type: 'file',
      file: { name: 'report.md', mimeType: 'text/markdown', bytes: Buffer.from('# Report\n').toString('base64') },
    },
    { type: 'file', file: { name: 'a b.png', mimeType: 'image/png', uri: 'https://example.com/a%20b.png' } },
    { type: 'data', data: { passed: 212 } },
  ]);
});

test('parts of a reply are kept until the last one, and arrive together in their order', async ({ ann, helper }) => {
  const { asking, id } = await ask(ann, helper, 'in parts?');
  for (const text of ['one', 'two']) {
    const part = await helper.call('/reply', { body: { to: id, text, partial: true } });
    expect(part.body).toMatchObject({ outcome: 'delivered', task: { state: 'working', reply: null } });
  }
  await helper.call('/reply', { body: { to: id, text: 'three' } });
  expect(await asking).toMatchObject({ code: 0, stdout: 'one\ntwo\nthree\n' });
  const late = await helper.call('/reply', { body: { to: id, text: 'four', partial: true } });
  expect(late.body.error).toBe('task_already_closed');
});

test('a request can be rejected, and the asker learns why', async ({ ann, helper }) => {
  const { asking, id } = await ask(ann, helper, 'delete everything?');
  expect(await helper.synapse('reply', '--to', id, '--reject', 'never')).toMatchObject({ code: 0 });
  const { code, stderr } = await asking;
  expect(code).toBe(1);
  expect(stderr).toContain('never');
  const { task } = (await ann.call(`/tasks/${id}`)).body;
  expect(task).toMatchObject({ state: 'rejected', error: { code: 'rejected', message: 'never' } });
});
