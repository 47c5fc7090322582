/** The HTTP side of a daemon, as another daemon or an outside program sees it. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Agent, testInSharedHome } from '../../rig/home/home.js';

const test = testInSharedHome.extend<{ hub: Agent; ann: Agent; bob: Agent }>({
  hub: [async ({ home }, use) => use(await home.agent('hub')), { scope: 'file' }],
  ann: [async ({ home }, use) => use(await home.agent('ann')), { scope: 'file' }],
  bob: [async ({ home }, use) => use(await home.agent('bob')), { scope: 'file' }],
});

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Asks through the asker's own daemon, and waits until the line was typed. */
async function ask(asker: Agent, target: Agent, text: string): Promise<string> {
  const { stdout } = await asker.synapse('send', target.id, text, '--response', '--no-wait', '--json');
  await target.line(text);
  return JSON.parse(stdout).task.id;
}

test('POST /tasks/send answers with the whole task once it is durable', async ({ hub, ann }) => {
  const message_id = randomUUID();
  const { status, body } = await hub.receive(ann, 'the whole task', {
    sender: { sender_id: 'ann', sender_type: 'shell', sender_endpoint: ann.entry.endpoint },
    sender_task_id: 'abc12345-0000',
    response_expected: true,
    message_id,
    priority: 2,
    topic: 'kept',
  });
  expect(status).toBe(200);
  expect(body.task).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    short_id: body.task.id.slice(0, 8),
    state: 'working',
    direction: 'incoming',
    response_expected: true,
    sender: { sender_id: 'ann', sender_type: 'shell', sender_endpoint: ann.entry.endpoint },
    target: { agent_id: 'hub', endpoint: hub.entry.endpoint },
    message: { message_id, text: 'the whole task', parts: [{ type: 'text', text: 'the whole task' }] },
    sender_task_id: 'abc12345-0000',
    context_id: expect.any(String),
    priority: 2,
    receipt: { state: 'delivered', reason: null, at: expect.stringMatching(ISO) },
    receipts: [{ state: 'delivered' }],
    reply: null,
    error: null,
    created_at: expect.stringMatching(ISO),
    updated_at: expect.stringMatching(ISO),
    expires_at: expect.stringMatching(ISO),
    metadata: { topic: 'kept' },
  });
  expect(await hub.line('the whole task')).toBe('[A2A:abc12345:ann] the whole task');
});

test.for([
  [
    'ours',
    [
      { type: 'text', text: 'part one' },
      { type: 'text', text: 'more' },
    ],
  ],
  [
    'v0.3',
    [
      { kind: 'text', text: 'part one' },
      { kind: 'text', text: 'more' },
    ],
  ],
  ['v1.0', [{ text: 'part one' }, { text: 'more' }]],
] as const)('text parts are understood in the spelling of %s', async ([, parts], { hub, ann }) => {
  const { status, body } = await hub.call('/tasks/send', { key: ann.key, body: { message: { role: 'user', parts } } });
  expect(status).toBe(200);
  expect(body.task.message).toMatchObject({
    text: 'part one\nmore',
    parts: [
      { type: 'text', text: 'part one' },
      { type: 'text', text: 'more' },
    ],
  });
});

test.for([
  ['ours', { type: 'file', file: { uri: 'file:///tmp/a%20b.txt' } }, { type: 'data', data: { answer: 42 } }],
  ['v0.3', { kind: 'file', file: { uri: 'file:///tmp/a%20b.txt' } }, { kind: 'data', data: { answer: 42 } }],
  ['v1.0', { url: 'file:///tmp/a%20b.txt' }, { data: { answer: 42 } }],
] as const)('file and data parts are understood in the spelling of %s', async ([, file, data], { hub, ann }) => {
  const message = { role: 'user', parts: [{ text: 'look' }, file, data] };
  const { status, body } = await hub.call('/tasks/send', { key: ann.key, body: { message } });
  expect(status).toBe(200);
  expect(body.task.message.text).toContain('/tmp/a b.txt');
  expect(body.task.message.parts).toMatchObject([
    { type: 'text' },
    { type: 'file' },
    { type: 'data', data: { answer: 42 } },
  ]);
});

test('a message with only data is typed as the beginning of that data', async ({ hub, ann }) => {
  const data = { answer: 42, list: Array.from({ length: 1_000 }, (_, index) => index) };
  const { body } = await hub.call('/tasks/send', { key: ann.key, body: { message: { parts: [{ data }] } } });
  expect(body.task.message.parts).toEqual([{ type: 'data', data }]);
  expect(await hub.line('] (data: ')).toMatch(/^\[A2A:[0-9a-f]{8}:ann\] \(data: \{"answer":42,"list":\[0,1,2.*…\)$/);
});

test('the same message_id from the same sender is the same task, typed once', async ({ hub, ann, bob }) => {
  const metadata = { message_id: randomUUID() };
  const first = await hub.receive(ann, 'once only', metadata);
  const second = await hub.receive(ann, 'once only', metadata);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body.task.id).toBe(first.body.task.id);
  const other = await hub.receive(bob, 'from another sender', metadata);
  expect(other.status).toBe(200);
  expect(other.body.task.id).not.toBe(first.body.task.id);
  await hub.line('from another sender');
  expect(hub.lines().filter((line) => line.includes('once only'))).toHaveLength(1);
});

test('fifty concurrent retries of one message are one task, typed once', async ({ hub, ann }) => {
  const metadata = { message_id: randomUUID(), sender_task_id: randomUUID(), response_expected: true };
  const answers = await Promise.all(Array.from({ length: 50 }, () => hub.receive(ann, 'fifty times', metadata)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.task.id}`)).size).toBe(1);
  await hub.receive(ann, 'after the fifty');
  await hub.line('after the fifty');
  expect(hub.lines().filter((line) => line.includes('fifty times'))).toHaveLength(1);
  const { body } = await hub.call('/tasks?limit=500');
  expect(
    body.tasks.filter((task: { sender_task_id: string }) => task.sender_task_id === metadata.sender_task_id),
  ).toHaveLength(1);
});

test('an answer that is retried completes the task once', async ({ hub, ann }) => {
  const id = await ask(ann, hub, 'answer me twice');
  const metadata = { message_id: randomUUID() };
  for (let times = 0; times < 2; times += 1) {
    const answer = await ann.receive(hub, 'only once', metadata, `?reply_to=${id}`);
    expect(answer).toMatchObject({
      status: 200,
      body: { task: { id, state: 'completed', reply: { text: 'only once', from: 'hub' } } },
    });
    expect(answer.body.late).toBeUndefined();
  }
  await ann.line('only once');
  await ann.receive(hub, 'after the answer');
  await ann.line('after the answer');
  expect(ann.lines().filter((line) => line.includes('only once'))).toHaveLength(1);
});

test('GET /tasks/{id}?wait ends when the task does, and reading changes nothing', async ({ hub, ann }) => {
  const id = await ask(ann, hub, 'wait for me');
  const before = (await ann.call(`/tasks/${id}`)).body.task;
  const waiting = ann.call(`/tasks/${id}?wait=25`);
  await ann.call(`/tasks/${id}`);
  expect((await ann.call(`/tasks/${id}`)).body.task).toMatchObject({ state: 'working', updated_at: before.updated_at });
  await hub.synapse('reply', '--to', id, 'here I am');
  expect((await waiting).body.task).toMatchObject({ state: 'completed', reply: { text: 'here I am' } });
});

test('GET /tasks/{id}?wait returns the task as it is when the wait times out', async ({ hub, ann }) => {
  const id = await ask(ann, hub, 'no hurry');
  expect(await ann.call(`/tasks/${id}?wait=0.05`)).toMatchObject({ status: 200, body: { task: { state: 'working' } } });
  await hub.synapse('reply', '--to', id, 'done');
});

test('GET /tasks goes page by page through everything, newest first', async ({ hub, bob }) => {
  for (let number = 0; number < 5; number += 1) await hub.receive(bob, `page ${number}`);
  const all = (await hub.call('/tasks?limit=500')).body;
  expect(all.next).toBeNull();
  const seen: string[] = [];
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null && pages < 500; pages += 1) {
    const { body }: { body: { tasks: { id: string }[]; next: string | null } } = await hub.call(
      `/tasks?limit=2${cursor && `&cursor=${cursor}`}`,
    );
    expect(body.tasks.length).toBeLessThanOrEqual(2);
    seen.push(...body.tasks.map((task) => task.id));
    cursor = body.next;
  }
  expect(seen).toEqual(all.tasks.map((task: { id: string }) => task.id));
  const texts = all.tasks
    .map((task: { message: { text: string } }) => task.message.text)
    .filter((text: string) => text.startsWith('page'));
  expect(texts).toEqual(['page 4', 'page 3', 'page 2', 'page 1', 'page 0']);
});

test('POST /tasks/{id}/cancel by the sender cancels; a second one finds the task closed', async ({ hub, ann }) => {
  const { body } = await hub.receive(ann, 'cancel me', { sender_task_id: randomUUID(), response_expected: true });
  const path = `/tasks/${body.task.id}/cancel`;
  expect(await hub.call(path, { key: ann.key, method: 'POST' })).toMatchObject({
    status: 200,
    body: { task: { state: 'canceled' } },
  });
  expect(await hub.call(path, { key: ann.key, method: 'POST' })).toMatchObject({
    status: 409,
    body: { error: 'task_already_closed', state: 'canceled' },
  });
});

test('POST /tasks/create makes a sender-owned task that an answer completes', async ({ hub, ann }) => {
  const created = await ann.call('/tasks/create', { body: { target: 'hub' } });
  expect(created).toMatchObject({
    status: 200,
    body: { task: { direction: 'outgoing', state: 'submitted', response_expected: true, target: { agent_id: 'hub' } } },
  });
  const { id } = created.body.task;
  await hub.receive(ann, 'by my own means', { sender_task_id: id, response_expected: true });
  await hub.line('by my own means');
  await hub.synapse('reply', '--to', id, 'understood');
  expect((await ann.call(`/tasks/${id}`)).body.task).toMatchObject({
    state: 'completed',
    reply: { text: 'understood' },
  });
});

test('GET /tasks/{id}/events reports every change of one task and ends with it', async ({ hub, ann }) => {
  const { body } = await ann.call('/tasks/create', { body: { target: 'hub' } });
  const { id } = body.task;
  const changes = await ann.changes(`/tasks/${id}/events`);
  await changes.until((change) => change.event === 'task' && change.task.state === 'submitted');
  await ann.receive(hub, 'something else');
  await ann.receive(hub, 'the answer', {}, `?reply_to=${id}`);
  await changes.ended;
  expect(changes.seen.at(-1)).toMatchObject({ event: 'change', task_id: id, state: 'completed' });
  expect(changes.seen.filter((change) => change.event === 'change' && change.task_id !== id)).toEqual([]);
});

test('GET /events reports the receipts of all messages', async ({ hub, ann }) => {
  const changes = await hub.changes();
  const message_id = randomUUID();
  await hub.receive(ann, 'watched', { message_id });
  await changes.until((change) => change.message_id === message_id && change.receipt.state === 'submitted');
  const states = changes.seen
    .filter((change) => change.message_id === message_id)
    .map((change) => change.receipt.state);
  // The program may read what came before it first, and may take a moment to read this.
  expect(['delivered', 'held']).toContain(states[0]);
  const later = states.slice(1).filter((state) => state !== 'held' && state !== 'typed');
  expect(later).toEqual(['typing', 'submitted']);
  changes.stop();
});

test('status, health and the two cards say who is there', async ({ hub, ann }) => {
  expect(await hub.call('/healthz', { key: null })).toMatchObject({
    status: 200,
    body: { status: 'ok', agent: 'hub' },
  });
  expect(await hub.call('/status', { key: ann.key })).toMatchObject({
    status: 200,
    body: { id: 'hub', type: 'shell', port: hub.entry.port },
  });
  const cards = await Promise.all(
    ['agent-card', 'agent'].map((name) => hub.call(`/.well-known/${name}.json`, { key: null })),
  );
  for (const card of cards) expect(card).toMatchObject({ status: 200, body: { name: 'hub' } });
});

test('the port and the socket answer alike', async ({ hub, ann }) => {
  for (const socket of [true, false]) {
    expect(await hub.call('/status', { socket, key: ann.key })).toMatchObject({ status: 200, body: { id: 'hub' } });
  }
});
