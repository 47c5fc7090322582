import { expect, onTestFinished, test } from 'vitest';
import { PeerConnections } from '../../../../src/daemon/mail/outgoing/peer-connections.js';

test('a client that could not be loaded is loaded again for the next message', async () => {
  let tries = 0;
  const peers = new PeerConnections(async () => {
    tries += 1;
    if (tries === 1) throw new Error('too many open files');
    return import('../../../../src/a2a/client.js');
  });
  onTestFinished(() => peers.close());
  await expect(peers.client()).rejects.toThrow('too many open files');
  const client = await peers.client();
  expect(await peers.client()).toBe(client);
  expect(tries).toBe(2);
});
