import { expect, test } from 'vitest';
import { type CloserParts, SessionCloser } from '../../../src/daemon/sessions/session-closer.js';

test('a change during a look causes another look at once, not five seconds later', async () => {
  let looks = 0;
  let endFirstLook = () => {};
  const firstLook = new Promise<void>((resolve) => {
    endFirstLook = resolve;
  });
  const current = async () => {
    looks += 1;
    if (looks === 1) await firstLook;
    return { isExitRequested: false };
  };
  const closer = new SessionCloser({
    team: { look: async () => 'open', changes: { watch: () => () => {} } },
    member: { projectId: 'shop', agentId: 'ann' },
    session: { purpose: 'chat', current },
    isCrowded: async () => false,
    env: {},
  } as unknown as CloserParts);
  closer.start();
  void closer.look();
  endFirstLook();
  await expect.poll(() => looks, { timeout: 3_000 }).toBe(2);
  closer.end();
});
