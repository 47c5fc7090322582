import { expect, test } from 'vitest';
import { codexQueue } from '../../../src/channels/codex-queue/door.js';
import { fakeCodex } from '../../rig/fake-codex.js';

test('no Codex is served by its queue', async () => {
  const codex = fakeCodex();
  expect(await codexQueue.prepare(codex.facts)).toBeNull();
  expect(codex.log()).toEqual([]);
});
