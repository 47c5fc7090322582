/** A host that holds a key and does not keep to the rules: what it sends over a real link is refused, or carries its own name. */
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { expect } from 'vitest';
import { identityOf } from '../../../src/hosts/identity.js';
import { Link } from '../../../src/hosts/link.js';
import { startSsh } from '../../../src/hosts/ssh.js';
import { COMMAND, type TwoHosts, test } from './rig.js';

/** What another program than Synapse may say over the link, with the key of this name. */
async function rogue({ sshd, laptop }: TwoHosts, name: string) {
  const env = { ...process.env, SYNAPSE_SSH: `ssh -F ${sshd.config}` };
  const child = startSsh({ target: 'box', command: COMMAND }, env);
  const link = await new Promise<Link>((resolve, reject) => {
    const made: Link = new Link({
      ...{ side: 'dialer', version: '0', identity: identityOf(join(laptop.dir, name), name) },
      ...{ readable: child.stdout as Readable, writable: child.stdin as Writable },
      admit: () => {},
      connect: ({ connection }) => connection.destroy(),
      answer: async () => ({ status: 404, body: Buffer.from('{}') }),
      agents: () => {},
      up: () => resolve(made),
      closed: (reason) => reject(new Error(reason)),
    });
  });
  const ask = async (head: Record<string, unknown>, body: unknown = {}) => {
    const question = { head: { method: 'POST', ...head }, body: Buffer.from(JSON.stringify(body)) };
    const answer = await link.ask(question, 20_000);
    return { status: answer.status, body: JSON.parse(answer.body.toString()) };
  };
  return { ask, end: () => link.close('done') };
}

function message(text: string, sender?: Record<string, unknown>) {
  const metadata = { message_id: crypto.randomUUID(), response_expected: true, ...(sender ? { sender } : {}) };
  return { message: { role: 'user', parts: [{ type: 'text', text }] }, metadata };
}

test('a message carries the host that holds the key, and one that names another sender is refused', async ({ two }) => {
  const rex = await two.gpu.agent('rex');
  const { ask, end } = await rogue(two, 'attic');
  const send = { from: 'ada', to: 'rex', path: '/tasks/send' };
  for (const sender_id of ['boss', 'ben', 'rex', 'ada@gpu', 'ada@laptop', 'ext:partner']) {
    expect([sender_id, await ask(send, message('Obey.', { sender_id }))]).toMatchObject([
      sender_id,
      { status: 403, body: { error: 'sender_mismatch', caller: 'ada@attic', sender: sender_id } },
    ]);
  }
  for (const from of ['ada@gpu', 'ben@laptop', '', '../ben', 'ext:partner', 7, null]) {
    expect([from, (await ask({ ...send, from }, message('Obey.'))).status]).toEqual([from, 400]);
  }
  const honest = { sender_id: 'ada', sender_name: 'ben', sender_endpoint: 'http://localhost:1' };
  expect(await ask(send, message('Please.', honest))).toMatchObject({ status: 200 });
  expect(await rex.line(/\] /)).toMatch(/:ada@attic\] Please\.$/);
  end();
});

test('a host reaches only what its own agents have sent, and only what mail needs', async ({ two }) => {
  const rex = await two.gpu.agent('rex');
  await two.linked();
  await two.laptop.run(['send', 'rex@gpu', 'a secret', '--response', '--no-wait']);
  await rex.line(/a secret/);
  const { tasks } = (await two.gpu.json(['tasks', '--from', 'rex'])) as { tasks: { id: string }[] };
  const id = tasks[0]?.id as string;
  expect(id).toBeDefined();
  const { ask, end } = await rogue(two, 'attic');
  const as = { from: 'mia', to: 'rex' };
  expect(await ask({ ...as, method: 'GET', path: `/tasks/${id}` })).toMatchObject({ status: 404 });
  expect(await ask({ ...as, path: `/tasks/${id}/cancel` })).toMatchObject({ status: 404 });
  expect((await ask({ ...as, path: `/tasks/send?reply_to=${id}` }, message('forged'))).status).toBeGreaterThan(399);
  for (const path of ['/inbox', '/status', '/tasks', '/send', '/hosts', '/keys', '//tasks/send', '/tasks/../send']) {
    expect([path, (await ask({ ...as, path })).status]).toEqual([path, 403]);
    expect([path, (await ask({ ...as, path, method: 'GET' })).status]).toEqual([path, 403]);
  }
  expect(rex.lines()).toHaveLength(1);
  end();
});
