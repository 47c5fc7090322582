/** Which request a reply answers, and what an id may look like. */
import { expect } from 'vitest';
import type { Agent, Home } from '../../rig/home/home.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';

const uuid = (start: string) => `${start}-0000-4000-8000-000000000000`;

/** An agent with three open requests: two of the same sender, one of another. */
async function asked(home: Home): Promise<{ helper: Agent; ann: Agent; bob: Agent; ids: string[] }> {
  const [helper, ann, bob] = (await Promise.all(['helper', 'ann', 'bob'].map((id) => home.agent(id)))) as [
    Agent,
    Agent,
    Agent,
  ];
  const ids: string[] = [];
  for (const [agent, text] of [
    [ann, 'the first'],
    [ann, 'the second'],
    [bob, 'the third'],
  ] as const) {
    ids.push((await agent.synapse('send', 'helper', text, '--response', '--no-wait')).stdout.trim());
    await helper.line(text);
  }
  return { helper, ann, bob, ids };
}

async function states(agent: Agent): Promise<Record<string, string>> {
  const { body } = await agent.call('/tasks');
  return Object.fromEntries(
    body.tasks.map((task: { message: { text: string }; state: string }) => [task.message.text, task.state]),
  );
}

test('reply with several open requests answers none and lists them', async ({ home }) => {
  const { helper, ann, bob, ids } = await asked(home);
  const reply = await helper.synapse('reply', 'which one?');
  expect(reply).toMatchObject({ code: 3, stdout: '' });
  for (const text of [...ids, 'the first', 'the second', 'the third', 'ann', 'bob'])
    expect(reply.stderr).toContain(text);
  expect({ ...(await states(ann)), ...(await states(bob)) }).toEqual({
    'the first': 'working',
    'the second': 'working',
    'the third': 'working',
  });
});

test('reply --list-targets prints every open request, two of one sender as well', async ({ home }) => {
  const { helper, ids } = await asked(home);
  const { stdout } = await helper.synapse('reply', '--list-targets', '--json');
  const entry = (short_id: string | undefined, sender: string, text: string) => ({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    short_id,
    sender,
    age_seconds: expect.any(Number),
    text,
  });
  const { targets } = JSON.parse(stdout);
  expect(targets).toHaveLength(3);
  expect(targets).toEqual(
    expect.arrayContaining([
      entry(ids[0], 'ann', 'the first'),
      entry(ids[1], 'ann', 'the second'),
      entry(ids[2], 'bob', 'the third'),
    ]),
  );
});

test('reply --latest answers the newest', async ({ home }) => {
  const { helper, ann, bob } = await asked(home);
  expect(await helper.synapse('reply', '--latest', 'yes')).toMatchObject({ code: 0 });
  expect(await states(bob)).toEqual({ 'the third': 'completed' });
  expect(await states(ann)).toEqual({ 'the first': 'working', 'the second': 'working' });
});

test('reply --to a sender answers its one open request, and lists them if there are two', async ({ home }) => {
  const { helper, ann, bob, ids } = await asked(home);
  expect(await helper.synapse('reply', '--to', 'bob', 'yes')).toMatchObject({ code: 0 });
  expect(await states(bob)).toEqual({ 'the third': 'completed' });
  const unclear = await helper.synapse('reply', '--to', 'ann', 'yes');
  expect(unclear).toMatchObject({ code: 3 });
  expect(unclear.stderr).toContain(ids[0]);
  expect(unclear.stderr).not.toContain(ids[2]);
  expect(await states(ann)).toEqual({ 'the first': 'working', 'the second': 'working' });
});

test('reply --to an id answers that request and no other', async ({ home }) => {
  const { helper, ann, ids } = await asked(home);
  expect(await helper.synapse('reply', '--to', ids[0] as string, 'one')).toMatchObject({ code: 0 });
  expect(await states(ann)).toEqual({ 'the first': 'completed', 'the second': 'working' });
  expect(await ann.line('one')).toBe(`[A2A:${ids[0]}:helper] one`);
});

test('a message without --response is not an open request, but reply --to its id still works', async ({ home }) => {
  const [helper, ann] = (await Promise.all(['helper', 'ann'].map((id) => home.agent(id)))) as [Agent, Agent];
  const sent = await ann.synapse('send', 'helper', 'just so', '--until', 'submitted');
  expect(await helper.synapse('reply', 'thanks')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('no open request'),
  });
  const reply = await helper.synapse('reply', '--to', sent.stdout.trim(), 'thanks');
  expect(reply).toMatchObject({ code: 0 });
  await ann.line('thanks');
  expect(ann.lines()).toHaveLength(1);
});

test('a task is found by its full id, by a prefix of four, by either side’s id and by its message id', async ({
  home,
}) => {
  const [helper, ann] = (await Promise.all(['helper', 'ann'].map((id) => home.agent(id)))) as [Agent, Agent];
  const sent = await ann.synapse('send', 'helper', 'find me', '--response', '--no-wait', '--json');
  const { task } = JSON.parse(sent.stdout);
  await helper.line('find me');
  const { body } = await helper.call('/tasks');
  const theirs = body.tasks[0];
  const words = [task.id, task.short_id, task.id.slice(0, 4), theirs.id, theirs.short_id, task.message.message_id];
  for (const agent of [ann, helper]) {
    for (const word of words) {
      const show = await agent.synapse('show', word, '--json');
      expect({ word, code: show.code }).toEqual({ word, code: 0 });
      expect(JSON.parse(show.stdout).task).toMatchObject({ message: { text: 'find me' }, sender_task_id: task.id });
    }
  }
});

test('an ambiguous id is refused with a list, an unknown or too short one is not found', async ({ home }) => {
  const [helper, ann] = (await Promise.all(['helper', 'ann'].map((id) => home.agent(id)))) as [Agent, Agent];
  const ids = [uuid('abcd1111'), uuid('abcd2222')];
  for (const id of ids) await helper.receive(ann, 'hello', { message_id: id });
  const ambiguous = await helper.synapse('show', 'abcd', '--json');
  expect(ambiguous).toMatchObject({ code: 3 });
  expect(JSON.parse(ambiguous.stdout)).toMatchObject({ error: 'ambiguous_id', matches: expect.arrayContaining(ids) });
  expect((await helper.synapse('show', 'abcd1')).code).toBe(0);
  for (const unknown of ['ffff', 'abc', uuid('abcd3333')]) {
    const show = await helper.synapse('show', unknown, '--json');
    expect(show).toMatchObject({ code: 3 });
    expect(JSON.parse(show.stdout)).toMatchObject({ error: 'task_not_found', task: unknown });
  }
});

test('two tasks of one store never share a short id', async ({ home }) => {
  const [helper, ann] = (await Promise.all(['helper', 'ann'].map((id) => home.agent(id)))) as [Agent, Agent];
  const ids = ['abcd1111-0000-4000-8000-000000000001', 'abcd1111-0000-4000-8000-000000000002'];
  for (const id of ids) expect((await helper.receive(ann, `hello ${id}`, { message_id: id })).status).toBe(200);
  const { body } = await helper.call('/tasks');
  expect(new Set(body.tasks.map((task: { short_id: string }) => task.short_id)).size).toBe(2);
});

test('a foreign sender_task_id may be any text of up to 128 characters', async ({ home }) => {
  const [helper, ann] = (await Promise.all(['helper', 'ann'].map((id) => home.agent(id)))) as [Agent, Agent];
  const foreign = `task/ü ${'x'.repeat(121)}`;
  const taken = await helper.receive(ann, 'hello', { sender_task_id: foreign, response_expected: true });
  expect(taken).toMatchObject({ status: 200, body: { task: { sender_task_id: foreign } } });
  expect((await helper.synapse('show', foreign)).code).toBe(0);
  const refused = await helper.receive(ann, 'hello', { sender_task_id: `${foreign}x` });
  expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
});
