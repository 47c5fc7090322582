import { expect, onTestFinished, test, vi } from 'vitest';
import type { Change, Commit, Interest } from '../../src/team/change.js';
import { Changes } from '../../src/team/changes.js';
import { openConversation } from '../../src/team/chat/conversations.js';
import { addMessage } from '../../src/team/chat/messages.js';
import { setPaused } from '../../src/team/people/pausing.js';
import { IS_ON_SERVER } from '../rig/team/team-place.js';
import { stretched } from '../rig/times.js';
import { testProject, testTeam } from './rig.js';

const ADA = { projectId: 'shop', agentId: 'ada' };
const forAda = (seq: number): Commit => ({ seq, changes: [{ topic: 'chat', projectId: 'shop', agentIds: ['ada'] }] });
const forRex = (seq: number): Commit => ({ seq, changes: [{ topic: 'chat', projectId: 'shop', agentIds: ['rex'] }] });

/** A store whose changes this process only learns by reading. */
class Log {
  commits: Commit[] = [];
  reads = 0;

  changeMark(): number {
    return this.commits.length;
  }

  watchWrites(): null {
    return null;
  }

  tellsOfChanges(): boolean {
    return false;
  }

  async commitsAfter(seq: number): Promise<Commit[]> {
    this.reads += 1;
    return this.commits.filter((commit) => commit.seq > seq);
  }
}

function heard(changes: Changes, interest: Interest): Change[][] {
  const calls: Change[][] = [];
  changes.watch(interest, (news) => calls.push([...news]));
  return calls;
}

test('a commit wakes a listener once, however often it is reported and read', async () => {
  const log = new Log();
  const changes = new Changes(log, 0, () => false);
  const calls = heard(changes, ADA);
  log.commits.push(forAda(1));
  changes.notice([forAda(1)]);
  changes.notice([forAda(1)]);
  log.commits.push(forAda(2));
  await expect.poll(() => calls.length).toBe(2);
  changes.notice([forAda(2), forAda(1)]);
  expect(calls).toHaveLength(2);
  changes.close();
});

test('a commit that concerns somebody else wakes nobody here, and the log is read once for it', async () => {
  const log = new Log();
  const changes = new Changes(log, 0, () => false);
  const calls = heard(changes, ADA);
  log.commits.push(forRex(1));
  await expect.poll(() => log.reads).toBe(1);
  log.commits.push(forAda(2));
  await expect.poll(() => calls.length).toBe(1);
  expect(log.reads).toBe(2);
  changes.close();
});

test('an unreported commit is found within a second, and sooner if nobody would report it', async () => {
  for (const [isOwn, limitMs] of [
    [true, 1_500],
    [false, 500],
  ] as const) {
    const log = new Log();
    const changes = new Changes(log, 0, () => isOwn);
    const ear = changes.listen(ADA);
    const startedMs = performance.now();
    log.commits.push(forAda(1));
    await ear.hear(5_000);
    const tookMs = performance.now() - startedMs;
    expect(tookMs).toBeLessThan(await stretched(limitMs));
    ear.close();
    changes.close();
  }
});

test('frequent checks for other agents do not delay a watcher', async () => {
  const log = new Log();
  const changes = new Changes(log, 0, ({ agentId }) => agentId === 'ada');
  const calls = heard(changes, ADA);
  log.commits.push(forAda(1));
  const polling = setInterval(() => changes.listen({ agentId: 'rex' }).close(), 10);
  await expect.poll(() => calls.length).toBe(1);
  clearInterval(polling);
  changes.close();
});

test('who watches closely looks often only while the store is written to', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const log = new Log();
  let write = () => {};
  let looks = 0;
  const source = {
    commitsAfter: (seq: number) => log.commitsAfter(seq),
    tellsOfChanges: () => false,
    changeMark: () => {
      looks += 1;
      return log.commits.length;
    },
    watchWrites: (onWrite: () => void) => {
      write = onWrite;
      return () => {};
    },
  };
  const changes = new Changes(source, 0);
  const calls: unknown[] = [];
  changes.watch({}, (news) => calls.push(news), { closely: true });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(looks).toBeLessThan(8);
  write();
  await vi.advanceTimersByTimeAsync(30);
  log.commits.push(forAda(1));
  await vi.advanceTimersByTimeAsync(30);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  looks = 0;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(looks).toBeLessThan(8);
  changes.close();
});

// On a server, daemons hear it from the one that listens.
test.skipIf(IS_ON_SERVER)('who watches closely hears at once what another process commits', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const other = await rig.again();
  const heardAt = new Promise<number>((resolve) => {
    rig.team.changes.watch({}, () => resolve(performance.now()), { closely: true });
  });
  await other.change((tx) => setPaused(tx, 'worker-a', 1));
  const committedAt = performance.now();
  expect((await heardAt) - committedAt).toBeLessThan(await stretched(500));
});

test('what happens during a look is not missed by the wait after it', async () => {
  const changes = new Changes(new Log(), 0);
  const ear = changes.listen(ADA);
  changes.notice([forAda(1)]);
  await ear.hear(60_000);
  const stopped = new AbortController();
  const waiting = ear.hear(60_000, stopped.signal);
  changes.notice([forRex(2)]);
  stopped.abort();
  await waiting;
  changes.close();
});

test('a listener that has stopped hears nothing', () => {
  const changes = new Changes(new Log(), 0);
  const calls: unknown[] = [];
  const stop = changes.subscribe(ADA, (news) => calls.push(news));
  stop();
  changes.notice([forAda(1)]);
  expect(calls).toEqual([]);
});

test('a message concerns whom it is for, and a conversation both', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const before = await rig.team.store.lastCommit();
  const [a, b] = ['worker-a', 'worker-b'] as const;
  const message = { projectId: 'shop', senderId: a, receiverId: b, content: 'りんご' };
  await rig.team.change((tx, now) =>
    addMessage(tx, { ...message, createdAt: now, relatedTaskId: null, conversationId: null }),
  );
  const pair = { projectId: 'shop', initiatorId: a, participantId: b, purpose: null, taskId: null, maxTurns: 20 };
  await rig.team.change((tx, now) => openConversation(tx, pair, now));
  expect(await rig.team.store.commitsAfter(before)).toEqual([
    { seq: before + 1, host: null, changes: [{ topic: 'chat', projectId: 'shop', agentIds: [b] }] },
    { seq: before + 2, host: null, changes: [{ topic: 'chat', projectId: 'shop', agentIds: [a, b] }] },
  ]);
});

test('a writer that says nothing about its change wakes everybody; a look that changes nothing wakes nobody', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const before = await rig.team.store.lastCommit();
  await rig.team.change(async () => {});
  expect(await rig.team.store.commitsAfter(before)).toEqual([]);
  await rig.team.store.write((tx) => tx.updateTable('sessions').set({ task_id: null }).execute());
  expect(await rig.team.store.commitsAfter(before)).toEqual([
    { seq: before + 1, host: null, changes: [{ topic: 'sessions', projectId: null, agentIds: null }] },
  ]);
});

test('the log stays short, and a reader that is too far behind is woken for everything', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const { store } = rig.team;
  const pause = () => store.write((tx) => setPaused(tx, 'worker-a', 1));
  await store.writeQuietly((tx) => tx.insertInto('changes').values({ seq: 1_249, changes: '[]' }).execute());
  await pause();
  const kept = await store.read((db) => db.selectFrom('changes').select('seq').orderBy('seq').execute());
  expect(kept.map(({ seq }) => seq)).toEqual([1_249, 1_250]);
  const missed = await store.commitsAfter(1_000);
  expect(missed.map(({ seq }) => seq)).toEqual([1_248, 1_249, 1_250]);
  expect(missed[0]?.changes.map(({ topic }) => topic)).toEqual(['chat', 'work', 'sessions', 'team']);
});
