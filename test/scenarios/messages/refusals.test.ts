/** Every request that is refused: its code, its status, and a sentence with what to do next. */
import { expect } from 'vitest';
import { type Agent, envelope, testInSharedHome } from '../../rig/home/home.js';

const test = testInSharedHome.extend<{ hub: Agent; ann: Agent; bob: Agent }>({
  hub: [async ({ home }, use) => use(await home.agent('hub')), { scope: 'file' }],
  ann: [async ({ home }, use) => use(await home.agent('ann')), { scope: 'file' }],
  bob: [async ({ home }, use) => use(await home.agent('bob')), { scope: 'file' }],
});

const text = (value: string) => ({ body: envelope(value) });

test.for([
  ['a body that is no JSON', 'invalid_request', 400, '/tasks/send', { body: 'no json' }],
  ['a body that is a list', 'invalid_request', 400, '/tasks/send', { body: '[]' }],
  ['a body that is null', 'invalid_request', 400, '/tasks/send', { body: 'null' }],
  ['no message', 'invalid_request', 400, '/tasks/send', { body: {} }],
  ['no parts', 'invalid_request', 400, '/tasks/send', { body: { message: { parts: [] } } }],
  ['an unknown part', 'invalid_request', 400, '/tasks/send', { body: { message: { parts: [{ type: 'song' }] } } }],
  ['a priority of 9', 'invalid_request', 400, '/tasks/send', { body: envelope('x', { priority: 9 }) }],
  ['a task id that is a number', 'invalid_request', 400, '/tasks/send', { body: envelope('x', { sender_task_id: 7 }) }],
  [
    'a message id that is too long',
    'invalid_request',
    400,
    '/tasks/send',
    { body: envelope('x', { message_id: 'x'.repeat(129) }) },
  ],
  ['a path that cannot be decoded', 'invalid_request', 400, '/tasks/%E0%A4%A', {}],
  ['a state that does not exist', 'invalid_request', 400, '/tasks?state=happy', {}],
  [
    'another sender than the credential says',
    'sender_mismatch',
    403,
    '/tasks/send',
    { body: envelope('x', { sender: { sender_id: 'hub' } }) },
  ],
  ['an unknown task', 'task_not_found', 404, '/tasks/ffffffff', {}],
  ['the events of an unknown task', 'task_not_found', 404, '/tasks/ffffffff/events', {}],
  ['an answer to an unknown task', 'task_not_found', 404, '/tasks/send?reply_to=ffffffff', text('x')],
  ['an unknown path', 'not_found', 404, '/nowhere', {}],
  ['a known path with another method', 'method_not_allowed', 405, '/tasks/send', { method: 'PUT' }],
  ['an open path with another method', 'method_not_allowed', 405, '/healthz', { method: 'DELETE' }],
  [
    'more than 4 KiB of metadata',
    'content_too_large',
    413,
    '/tasks/send',
    { body: envelope('x', { note: 'n'.repeat(4_097) }) },
  ],
  [
    'more than 4 KiB of metadata, nested',
    'content_too_large',
    413,
    '/tasks/send',
    { body: envelope('x', { note: { deep: ['n'.repeat(4_097)] } }) },
  ],
  [
    'more than 4 KiB of metadata in fewer characters',
    'content_too_large',
    413,
    '/tasks/send',
    { body: envelope('x', { note: '\u3042'.repeat(1_366) }) },
  ],
  ['more than 1 MiB of text', 'content_too_large', 413, '/tasks/send', { body: envelope('x'.repeat(1_048_577)) }],
] as const)('%s is refused with %s (%i)', async ([, error, status, path, options], { hub, ann }) => {
  const answer = await hub.call(path, { key: ann.key, ...options });
  expect(answer).toMatchObject({
    status,
    headers: { 'content-type': expect.stringContaining('application/json') },
    body: { success: false, error, message: expect.stringMatching(/\S/), hint: expect.stringMatching(/\S/) },
  });
});

test('the sender’s own daemon refuses a message to itself, and an unknown or ambiguous target', async ({
  hub,
  ann,
  bob,
}) => {
  const send = (target: string) => ann.call('/send', { body: { target, text: 'x' } });
  expect(await send('ann')).toMatchObject({ status: 400, body: { error: 'cannot_message_self', agent: 'ann' } });
  expect(await ann.receive(ann, 'x')).toMatchObject({ status: 400, body: { error: 'cannot_message_self' } });
  expect(await send('nobody')).toMatchObject({ status: 404, body: { error: 'agent_not_found', target: 'nobody' } });
  expect(await send('shell')).toMatchObject({
    status: 409,
    body: { error: 'ambiguous_target', matches: expect.arrayContaining([hub.id, bob.id]) },
  });
});

test('4 KiB of metadata per key and many keys are taken', async ({ hub, ann }) => {
  const metadata = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`key${index}`, 'n'.repeat(4_096)]));
  const { status, body } = await hub.receive(ann, 'with notes', metadata);
  expect(status).toBe(200);
  expect(body.task.metadata).toEqual(metadata);
});
