/** The standard as its own clients speak it: both versions, both bindings, through the terminal of an agent. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { createToken } from '../../../src/registry/tokens.js';
import { CLIENTS, connect } from '../../rig/clients/a2a.js';
import type { Agent } from '../../rig/home/home.js';
import { testInSharedProcess } from '../../rig/home/home-in-process.js';

const test = testInSharedProcess.extend<{ rex: Agent; token: string }>({
  rex: [
    async ({ home }, use) => use(await home.agent('rex', { env: { SYNAPSE_PUSH_ALLOW: 'localhost' } })),
    { scope: 'file' },
  ],
  token: [
    async ({ home }, use) =>
      use(createToken(home.home, { name: 'ci', agent: null, createdAt: '2026-01-01T00:00:00.000Z' })),
    { scope: 'file' },
  ],
});

const idIn = (line: string) => /^\[A2A:([0-9a-f]{8}):ext:ci\] /.exec(line)?.[1] ?? '';

/** Replies as the program in the terminal would, after it has read the text. */
async function answer(rex: Agent, text: string, ...replies: Record<string, unknown>[]): Promise<string> {
  const id = idIn(await rex.line(text));
  for (const reply of replies) {
    expect(await rex.call('/reply', { body: { to: id, ...reply } })).toMatchObject({ status: 200 });
  }
  return id;
}

async function all<T>(stream: AsyncIterable<T>, seen: T[] = []): Promise<T[]> {
  for await (const event of stream) seen.push(event);
  return seen;
}

for (const name of CLIENTS) {
  const said = (text: string) => `${text} (${name})`;
  const parts = (...texts: string[]) => texts.map((text) => ({ kind: 'text', text }));

  test(`${name}: a message is typed into the terminal, and the reply is the artifact of the task`, async ({
    rex,
    token,
  }) => {
    const client = await connect(name, rex, token);
    const asking = client.send(said('ready?'));
    await answer(rex, said('ready?'), { text: 'yes' });
    const task = await asking;
    expect(task).toMatchObject({ state: 'completed', artifacts: [{ parts: parts('yes') }] });
    expect(await client.get(task.id)).toMatchObject({ id: task.id, contextId: task.contextId, state: 'completed' });
    await expect(client.send('more', { taskId: task.id })).rejects.toThrow(/over/);
    await expect(client.cancel(task.id)).rejects.toThrow(/over/);
  });

  test(`${name}: a stream shows each step, and the parts of the reply as they come`, async ({ rex, token }) => {
    const client = await connect(name, rex, token);
    const seen = all(client.stream(said('go')));
    await answer(rex, said('go'), { text: 'one', partial: true }, { text: 'two' });
    expect(await seen).toMatchObject([
      { kind: 'task', state: 'submitted' },
      { kind: 'status', state: 'working' },
      { kind: 'artifact', append: false, parts: parts('one') },
      { kind: 'artifact', append: true, parts: parts('two') },
      { kind: 'status', state: 'completed' },
    ]);
  });

  test(`${name}: a question is input-required, and the same task goes on`, async ({ rex, token }) => {
    const client = await connect(name, rex, token);
    const asking = client.send(said('which?'));
    await answer(rex, said('which?'), { text: 'what color?', ask: true });
    const asked = await asking;
    expect(asked).toMatchObject({ state: 'input-required' });
    expect(JSON.stringify(asked.status.message)).toContain('what color?');
    const followed: { kind: string }[] = [];
    const following = all(client.subscribe(asked.id), followed);
    await expect.poll(() => followed.length).toBe(1);
    const done = client.send(said('blue'), { taskId: asked.id });
    expect(asked.id.startsWith(await answer(rex, said('blue'), { text: 'done' }))).toBe(true);
    const { state, history } = await done;
    expect([state, history.length]).toEqual(['completed', 3]);
    await following;
    expect(followed.at(-1)).toEqual({ kind: 'status', state: 'completed' });
  });

  test(`${name}: a task that is canceled ends at once`, async ({ home, rex, token }) => {
    await home.pause('rex');
    const client = await connect(name, rex, token);
    const task = await client.send(said('never'), { now: true });
    expect(task.state).toBe('submitted');
    expect(await client.cancel(task.id)).toMatchObject({ state: 'canceled' });
    await home.resume('rex');
    await expect(client.cancel(task.id)).rejects.toThrow(/over/);
  });

  test(`${name}: a client is told at its own address, with its token and its credentials`, async ({ rex, token }) => {
    const told: { headers: IncomingHttpHeaders; body: string }[] = [];
    const hook = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      told.push({ headers: request.headers, body });
      response.end();
    });
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void hook.close());
    const client = await connect(name, rex, token);
    const task = await client.send(said('tell me'), { now: true });
    const url = `http://localhost:${(hook.address() as AddressInfo).port}/hook`;
    await client.push(task.id, { url, token: 'mine', authentication: { scheme: 'Bearer', credentials: 'secret' } });
    await answer(rex, said('tell me'), { text: 'told' });
    await expect.poll(() => told.at(-1)?.body).toMatch(/completed/i);
    expect(told.at(-1)?.headers).toMatchObject({ 'x-a2a-notification-token': 'mine', authorization: 'Bearer secret' });
    expect(told.at(-1)?.body).toContain(task.id);
  });
}
