/** Agents on three hosts work together, while a host is lost and comes back, and the server is restarted and replaced. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isThorough } from '../../rig/thorough.js';
import { faultsIn, type Stream, sendAll, textOf } from '../over-ssh/traffic.js';
import { ThreeHosts } from './three-hosts.js';

/** Each has its agents on two hosts. */
const PAIRS = isThorough ? 15 : 3;
/** From each person to each of the others, in each part of the story. */
const MESSAGES = isThorough ? 200 : 10;
const A_SAYS = ['しりとり', 'ごりら', 'ぱんだ', 'うさぎ', 'すいか', 'めだか'];
const B_SAYS = ['りんご', 'らっぱ', 'だちょう', 'ぎんなす', 'かめ', 'かい'];
const LOST = 2;
const LIMIT_MS = isThorough ? 3_600_000 : 360_000;
const WAIT = { timeout: LIMIT_MS - 60_000, interval: 250 };

test(`${2 * PAIRS} agents on three hosts do their work once, although a host is lost and the server is restarted and replaced`, {
  timeout: LIMIT_MS,
}, async () => {
  const three = await ThreeHosts.create();
  try {
    const count = (sql: string) => Number(three.ask(`select count(*) from ${sql}`));
    const [laptop] = three.hosts;
    const pairs = await three.up(PAIRS, [A_SAYS, B_SAYS], join(laptop?.dir ?? '', 'notes'));
    for (const pair of pairs) await three.give(pair);
    const mail = new Mail(three.streams);
    await mail.sendMore(mail.streams);

    const ofLost = pairs.filter(({ homes }) => homes.includes(LOST)).flatMap(({ a, b }) => [`'${a}'`, `'${b}'`]);
    const talking = `chat_messages where sender_id in (${ofLost})`;
    await expect.poll(() => count(talking), WAIT).toBeGreaterThan(0);
    await three.lose(LOST);
    three.team.server.restart();
    const others = mail.sendMore(mail.streams.filter(({ home }) => home !== three.hosts[LOST]));
    // The others finish what they can without it.
    const without = pairs.filter(({ homes }) => !homes.includes(LOST)).length;
    const done = `work_tasks where status = 'done'`;
    await expect.poll(() => count(done), WAIT).toBeGreaterThanOrEqual(without);
    // Its sessions have ended, so those who talk to it know.
    const held = `sessions where ended_at is null and agent_id in (select id from agents where host =
        (select id from hosts where name = 'tower'))`;
    await expect.poll(() => count(held), WAIT).toBe(0);
    // Nobody runs anything there: the links start its daemon, and that does what waits.
    await three.find(LOST);
    await expect
      .poll(() => count(`hosts where name = 'tower' and leased_until > extract(epoch from now()) * 1000`), WAIT)
      .toBe(1);
    three.replaceServer();
    await others;
    await mail.sendMore(mail.streams);

    await expect.poll(() => count(done), WAIT).toBe(PAIRS);
    await expect.poll(() => count('sessions where ended_at is null'), WAIT).toBe(0);
    expect(three.ask('select distinct status from executions')).not.toContain('running');
    const completed = three.ask(`select task_id from executions where status = 'completed'`).split('\n');
    expect(new Set(completed).size).toBe(PAIRS);
    expect(completed).toHaveLength(PAIRS);
    expect(count(`delegations where status in ('pending', 'processing')`)).toBe(0);
    expect(count(`conversations where state in ('pending', 'active', 'terminating')`)).toBe(0);
    for (const { a, b, homes } of pairs) {
      const said = A_SAYS.flatMap((word, index) => [word, B_SAYS[index]]);
      const heard = three
        .ask(`select content from chat_messages where sender_id in ('${a}', '${b}') order by seq`)
        .split('\n');
      // What the lost host was in the middle of may have ended early, but nothing is said twice.
      expect([a, heard]).toEqual([a, homes.includes(LOST) ? said.slice(0, heard.length) : said]);
    }
    await mail.hasArrived();
  } finally {
    await three.close();
  }
});

/** What people on all hosts write to each other, a part at a time. */
class Mail {
  readonly #sent = new Map<Stream, number>();

  constructor(readonly streams: readonly Stream[]) {}

  async sendMore(streams: readonly Stream[]): Promise<void> {
    const sending = streams.map((stream) => {
      const before = this.#sent.get(stream) ?? 0;
      this.#sent.set(stream, before + MESSAGES);
      return sendAll(stream, MESSAGES, { text: (index) => textOf(before + index) });
    });
    await Promise.all(sending);
  }

  async hasArrived(): Promise<void> {
    for (const [stream, count] of this.#sent) {
      await expect.poll(async () => (await stream.arrived()).length, WAIT).toBeGreaterThanOrEqual(count);
      expect([stream.name, faultsIn(await stream.arrived(), count)]).toEqual([stream.name, []]);
    }
  }
}
