/** Messages in both directions while the link is cut in every way and the daemons that keep it are killed. */
import { expect } from 'vitest';
import { CuttingProxy } from '../../rig/machine/cutting-proxy.js';
import { signalAll } from '../../rig/processes/signal.js';
import { isThorough } from '../../rig/thorough.js';
import { sshOf, type TwoHosts, test } from './rig.js';
import { faultsIn, inboxOf, type Stream, sendAll, textOf } from './traffic.js';

const [MESSAGES, CUTS, KILLS] = isThorough ? [10_000, 20, 20] : [320, 4, 2];
const LONGEST_PIECE = 3_000;
const FULL_LIMIT_MS = 3 * 3_600_000;

test(
  `${MESSAGES} messages over a link that is cut ${CUTS} times, with daemons killed ${KILLS} times, arrive once and in order`,
  isThorough ? { timeout: FULL_LIMIT_MS } : {},
  async ({ two }) => {
    for (const home of [two.laptop, two.gpu]) home.settings = { ...home.settings, SYNAPSE_SEND_LIMIT: '0' };
    const proxy = new CuttingProxy(() => two.sshd.port);
    two.sshd.through(await proxy.start());
    try {
      const streams = await prepare(two);
      const each = MESSAGES / streams.length;
      const progress = new Progress();
      const sent = Promise.all(streams.map((stream) => sendAll(stream, each, { stored: () => progress.add() })));
      const troubles = makeTrouble(two, proxy, progress);
      await Promise.all([sent, troubles]);
      await two.isUp();
      for (const stream of streams) {
        await expect.poll(async () => (await stream.arrived()).length, { interval: 500 }).toBeGreaterThanOrEqual(each);
        expect(faultsIn(await stream.arrived(), each), stream.name).toEqual([]);
      }
      const { hosts } = (await two.laptop.json(['host', 'list'])) as { hosts: { waiting: number }[] };
      expect(hosts).toMatchObject([{ waiting: 0 }]);
    } finally {
      await proxy.close();
    }
  },
);

test('a message that is lost, doubled or late is noticed', () => {
  const arrived = (...indexes: readonly number[]) => indexes.map(textOf);
  expect(faultsIn(arrived(0, 1, 2), 3)).toEqual([]);
  expect(faultsIn(arrived(0, 2), 3)).toEqual(['lost: message 1.']);
  expect(faultsIn(arrived(0, 1, 1, 2), 3)).toEqual(['2 times: message 1.']);
  expect(faultsIn(arrived(0, 2, 1), 3)).toEqual(['out of order']);
});

async function prepare(two: TwoHosts): Promise<readonly Stream[]> {
  const { laptop, gpu } = two;
  const ada = await laptop.agent('ada');
  const rex = await gpu.agent('rex');
  await two.linked();
  const textsOf = (lines: readonly string[]) => lines.map((line) => line.replace(/^\[.*?\] /, ''));
  return [
    { name: 'ada to rex', home: laptop, from: 'ada', to: 'rex@gpu', arrived: async () => textsOf(rex.lines()) },
    { name: 'rex to ada', home: gpu, from: 'rex', to: 'ada@laptop', arrived: async () => textsOf(ada.lines()) },
    { name: 'mia to ben', home: laptop, from: 'mia', to: 'ben@gpu', arrived: () => inboxOf(gpu, 'ben', 'mia@laptop') },
    { name: 'ben to mia', home: gpu, from: 'ben', to: 'mia@laptop', arrived: () => inboxOf(laptop, 'mia', 'ben@gpu') },
  ];
}

async function makeTrouble(two: TwoHosts, proxy: CuttingProxy, progress: Progress): Promise<void> {
  const cuts = [
    () => proxy.cutAfter(1 + Math.floor(Math.random() * LONGEST_PIECE)),
    () => signalAll([sshOf(two)], 'SIGKILL'),
    () => two.sshd.cut(),
    () => proxy.cut(),
  ];
  const kills = [() => killLaptop(two), () => signalAll([two.gpu.entry('ben').pid], 'SIGKILL')];
  const all = [
    ...Array.from({ length: CUTS }, (_, index) => cuts[index % cuts.length]),
    ...Array.from({ length: KILLS }, (_, index) => kills[index % kills.length]),
  ].map((work, index) => ({ work, at: index < CUTS ? index / CUTS : (index - CUTS + 0.5) / KILLS }));
  all.sort((one, other) => one.at - other.at);
  for (const [index, { work }] of all.entries()) {
    await progress.reaches(((index + 1) * MESSAGES) / (all.length + 1));
    await two.isUp();
    await work?.();
  }
}

/** Somebody on the laptop runs a command then, which starts the daemon again. On the other host, the link does. */
async function killLaptop({ laptop }: TwoHosts): Promise<void> {
  signalAll([laptop.entry('mia').pid], 'SIGKILL');
  await laptop.run(['tasks']);
}

/** How many messages the senders' daemons have stored. */
class Progress {
  #count = 0;
  readonly #waiting = new Set<() => void>();

  add(): void {
    this.#count += 1;
    for (const look of this.#waiting) look();
  }

  reaches(count: number): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.#count < count) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }
}
