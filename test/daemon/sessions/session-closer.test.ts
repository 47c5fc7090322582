import { expect, onTestFinished, test } from 'vitest';
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
    isNeeded: async () => false,
    hasMail: () => false,
    hasOpenRequest: () => false,
    env: {},
  } as unknown as CloserParts);
  closer.start();
  void closer.look();
  endFirstLook();
  await expect.poll(() => looks, { timeout: 3_000 }).toBe(2);
  closer.end();
});

interface Told {
  readonly state: 'done' | 'waits';
  readonly isNeeded?: boolean;
  readonly canGiveWay?: boolean;
  readonly hasOpenRequest?: boolean;
  readonly mail?: { isThere: boolean };
  readonly idleSeconds?: string;
}

/** A closer whose session is in a given state; its looks and why it closed. */
function watched({ state, isNeeded = false, canGiveWay = true, idleSeconds = '60', ...told }: Told) {
  const { hasOpenRequest = false, mail = { isThere: false } } = told;
  const seen = { looks: 0, closed: null as string | null };
  const closer = new SessionCloser({
    team: {
      look: async () => {
        seen.looks += 1;
        return state;
      },
      changes: { watch: () => () => {} },
    },
    member: { projectId: 'shop', agentId: 'ann' },
    session: { purpose: 'chat', current: async () => ({ isExitRequested: false }) },
    terminal: { pauseIntake: async () => {}, resumeIntake: () => {} },
    isNeeded: async () => isNeeded,
    giveWay: async () => canGiveWay,
    hasMail: () => mail.isThere,
    hasOpenRequest: () => hasOpenRequest,
    isBusy: () => false,
    isWatched: () => false,
    close: (reason: string) => {
      seen.closed = reason;
    },
    env: { SYNAPSE_CHAT_IDLE_SECONDS: idleSeconds },
  } as unknown as CloserParts);
  onTestFinished(() => closer.end());
  closer.start();
  return { seen, closer };
}

test('a session in an active conversation closes early only if its place is needed, and says so', async () => {
  const { seen } = watched({ state: 'waits', isNeeded: true });
  await expect.poll(() => seen.closed).toBe('other work needed its place; an answer starts it again');
  const useless = watched({ state: 'waits', isNeeded: true, canGiveWay: false });
  await expect.poll(() => useless.seen.looks).toBeGreaterThan(3);
  expect(useless.seen.closed).toBe(null);
});

test('a session that is done closes early for others, and does not speak of an answer', async () => {
  const { seen } = watched({ state: 'done', isNeeded: true });
  const reason = 'other work needed its place, and nothing was waiting for it';
  await expect.poll(() => seen.closed).toBe(reason);
});

test('an idle session closes because it is idle, unless it waits for the answer to a request of its own', async () => {
  const idle = watched({ state: 'done', idleSeconds: '0.05' });
  await expect.poll(() => idle.seen.closed).toMatch(/^it was idle/);
  const asking = watched({ state: 'done', idleSeconds: '0.05', isNeeded: true, hasOpenRequest: true });
  for (let look = 0; look < 5; look += 1) await asking.closer.look();
  expect([asking.seen.closed, asking.seen.looks]).toEqual([null, 0]);
});

test('a session whose program has still to read a message is not idle, even if others need its place', async () => {
  const mail = { isThere: true };
  const { seen, closer } = watched({ state: 'done', idleSeconds: '0.05', isNeeded: true, mail });
  for (let look = 0; look < 5; look += 1) await closer.look();
  expect([seen.closed, seen.looks]).toEqual([null, 0]);
  mail.isThere = false;
  await expect.poll(() => seen.closed).not.toBe(null);
});
