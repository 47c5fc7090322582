/** The ladder with doors that a test opens, breaks and answers for. */
import { expect, test } from 'vitest';
import type { Delivered, HoldReason, Settled } from '../../src/channels/delivered.js';
import { type Delivery, ORDINARY } from '../../src/channels/delivery.js';
import type { Recorded } from '../../src/channels/evidence/recorded.js';
import type { Evidence, HandedOver, OpenDoor, SettledByDoor } from '../../src/channels/front-door.js';
import { Ladder } from '../../src/channels/ladder.js';
import { type Message, WHEN } from '../../src/taskstore/message.js';
import { addRequest, openStore } from '../taskstore/rig.js';

const TYPED: Delivered = { type: 'submitted' };
const BUSY: Evidence = { state: 'busy', by: 'event', asks: null };
const WAITING: Evidence = { state: 'waiting', by: 'hook', asks: { tool: 'Bash', command: 'ls' } };

test('a message takes the first door that is open, with the text that the program is to read', async () => {
  const first = door('claude-socket');
  const second = door('opencode-http');
  const { ladder, message } = await rig([first, second]);
  expect(await outcome(ladder, message)).toEqual({ via: 'claude-socket', settled: { type: 'submitted' } });
  expect(first.taken[0]).toMatch(/^\[A2A:[0-9a-f]{8}:alice\] /);
  expect(second.taken).toEqual([]);
});

test('a door that refuses a text leaves it to the next one, and takes the next text', async () => {
  const first = door('claude-socket', { refuses: true });
  const second = door('opencode-http');
  const { ladder, message, other } = await rig([first, second]);
  expect(await outcome(ladder, message)).toMatchObject({ via: 'opencode-http' });
  first.refuses = false;
  expect(await outcome(ladder, other)).toMatchObject({ via: 'claude-socket' });
});

test('while a door opens, messages wait; once it is broken, they are typed', async () => {
  const only = door('claude-socket', { state: { type: 'opening' } });
  const { ladder, message, terminal, degraded } = await rig([only]);
  expect(ladder.holdReason(ORDINARY)).toBe('starting');
  only.set({ type: 'broken', why: 'it never answered' });
  expect(ladder.holdReason(ORDINARY)).toBeNull();
  expect(await ladder.deliver(message, async () => {})).toEqual(TYPED);
  expect(terminal.typed).toEqual([message.seq]);
  expect(degraded).toEqual([['claude-socket', 'it never answered']]);
});

test('a message without evidence is uncertain, and the next one takes the next channel', async () => {
  const only = door('claude-socket', { settles: { type: 'uncertain', reason: 'no_evidence' } });
  const { ladder, message, other, terminal } = await rig([only]);
  expect(await outcome(ladder, message)).toMatchObject({ settled: { type: 'uncertain', reason: 'no_evidence' } });
  expect(ladder.degraded).toEqual([{ channel: 'claude-socket', why: 'no_evidence' }]);
  await ladder.deliver(other, async () => {});
  expect({ typed: terminal.typed, taken: only.taken.length }).toEqual({ typed: [other.seq], taken: 1 });
});

const BROKEN = { type: 'broken', why: 'the program has ended' } as const;
const UNCERTAIN = { type: 'uncertain', reason: 'no_evidence' };
const SILENT = { answered: new Promise<void>(() => {}), state: null, record: 'stored', surviveMs: 60_000 } as const;

test.each([
  ['is read once the model answers', { answered: Promise.resolve() }, TYPED],
  ['is read if the program goes on', { surviveMs: 20 }, TYPED],
  ['may be unread if the program ends', { state: BROKEN, record: 'stored' }, UNCERTAIN],
  ['is read if the program ends and has recorded an answer', { state: BROKEN, record: 'answered' }, TYPED],
] as const)('a message that the program has recorded %s', async (_, happens, settled) => {
  const { answered, state, record, surviveMs } = { ...SILENT, ...happens };
  const only = door('claude-socket', { settles: { type: 'recorded', answered } });
  const { ladder, message } = await rig([only], { surviveMs });
  only.record = record;
  const done = outcome(ladder, message);
  if (state) only.set(state);
  expect(await done).toEqual({ via: 'claude-socket', settled });
});

test('late evidence counts for a message that this run was given, if the program goes on or answers', async () => {
  const only = door('claude-socket', { settles: { type: 'uncertain', reason: 'no_evidence' } });
  const { ladder, message, other } = await rig([only], { surviveMs: 20 });
  await outcome(ladder, message);
  expect(await ladder.hasRead(message)).toBe(false);
  only.record = 'stored';
  expect({ its: await ladder.hasRead(message), others: await ladder.hasRead(other) }).toEqual({
    its: true,
    others: false,
  });
  only.set(BROKEN);
  expect(await ladder.hasRead(message)).toBe(false);
  only.record = 'answered';
  expect(await ladder.hasRead(message)).toBe(true);
});

test('what another run had recorded is not read because this one goes on', async () => {
  const only = door('claude-socket');
  const { ladder, message } = await rig([only], { surviveMs: 20 });
  only.record = 'stored';
  expect(await ladder.hasRead(message)).toBe(false);
  await outcome(ladder, message);
  expect(await ladder.hasRead(message)).toBe(false);
});

test('a message that is dropped unread goes to the same door again, but not for ever', async () => {
  const only = door('claude-socket', { settles: { type: 'dropped', reason: 'interrupted' } });
  const { ladder, message, terminal } = await rig([only]);
  for (let time = 0; time < 3; time++) expect(await outcome(ladder, message)).toMatchObject({ via: 'claude-socket' });
  await ladder.deliver(message, async () => {});
  expect({ typed: terminal.typed, taken: only.taken.length }).toEqual({ typed: [message.seq], taken: 3 });
});

test('what the resumed conversation has is left alone, unless the door that stored it can set it going', async () => {
  const only = door('opencode-http');
  const { ladder, message } = await rig([only], { keepsUnread: true });
  const typedOver = (via: string) => ({
    ...message,
    receipts: [{ state: 'typed' as const, reason: null, at: 1, via }],
  });
  expect(await ladder.keepsUnread(typedOver('opencode-http'))).toBe(false);
  expect(await ladder.keepsUnread(typedOver('paste'))).toBe(true);
  only.set({ type: 'broken', why: 'its server did not open' });
  expect(await ladder.keepsUnread(typedOver('opencode-http'))).toBe(true);
});

test.each([
  ['priority 3 is read during the work', { priority: 3, metadata: {} }, null],
  ['priority 2 waits for its end', { priority: 2, metadata: {} }, 'busy'],
  ['--when idle waits', { priority: 4, metadata: { [WHEN]: 'idle' } }, 'busy'],
  ['--when now does not', { priority: 1, metadata: { [WHEN]: 'now' } }, null],
])('while the program works, %s', async (_, wish, reason) => {
  const { ladder } = await rig([door('claude-socket', { evidence: BUSY })]);
  expect(ladder.holdReason(wish)).toBe(reason);
});

test.each([
  ['in its order', { metadata: {} }],
  ['whatever was asked for', { metadata: { [WHEN]: 'now' } }],
])('a text that the program would alter during its work waits for the end, %s', async (_, { metadata }) => {
  const only = { ...door('claude-socket', { evidence: BUSY }), keepsMidTurn: (text: string) => text !== 'odd' };
  const { ladder } = await rig([only]);
  const reason = (text: string) => ladder.holdReason({ priority: 3, metadata, text });
  expect({ odd: reason('odd'), even: reason('even') }).toEqual({ odd: 'busy', even: null });
});

test('the most urgent message interrupts a program that a door would reach during its work', async () => {
  const busy = door('claude-socket', { evidence: BUSY });
  const { ladder, terminal } = await rig([busy]);
  const urgent = { priority: 5, metadata: {} };
  expect(ladder.interruptsFirst(urgent)).toBe(true);
  const stopped = ladder.interrupt();
  busy.evidence = null;
  busy.set({ type: 'open' });
  expect(await stopped).toBe(true);
  expect({ interrupts: terminal.interrupts, again: ladder.interruptsFirst(urgent) }).toEqual({
    interrupts: 1,
    again: false,
  });
});

test('what is typed waits for an idle program, so nothing is interrupted before it', async () => {
  const hook = { ...door('claude-hook', { evidence: BUSY }), canTake: () => false };
  const { ladder } = await rig([hook]);
  expect(ladder.interruptsFirst({ priority: 5, metadata: {} })).toBe(false);
});

test('a profile can keep messages out of the work of its program', async () => {
  const { ladder } = await rig([door('claude-socket', { evidence: BUSY })], { midturn: false });
  expect(ladder.holdReason(ORDINARY)).toBe('busy');
  expect(ladder.holdReason({ priority: 3, metadata: { [WHEN]: 'now' } })).toBeNull();
});

test.each([
  [true, null],
  [false, 'dialog'],
])('whether a door leaves dialogs alone (%s) decides what happens while one is open', async (leavesDialogs, reason) => {
  const { ladder } = await rig([door('claude-socket', { evidence: WAITING, leavesDialogs })]);
  expect(ladder.holdReason(ORDINARY)).toBe(reason);
});

test('a door that can take nothing now leaves the reason and the message to the next channel', async () => {
  const only = { ...door('claude-hook', { evidence: BUSY }), canTake: (moment: string) => moment === 'now' };
  const { ladder } = await rig([only], { terminalReason: 'draft' });
  expect(ladder.holdReason(ORDINARY)).toBeNull();
  expect(ladder.holdReason({ priority: 1, metadata: {} })).toBe('draft');
  expect(ladder.channelFor({ priority: 1, metadata: {} })).toBe('paste');
});

test('a message that a door refused has the reason of the next channel from then on', async () => {
  const { ladder, message } = await rig([door('claude-socket', { refuses: true })], { terminalReason: 'draft' });
  expect(await ladder.deliver(message, async () => {})).toEqual({ type: 'held', reason: 'draft' });
  expect({ its: ladder.holdReason(message), others: ladder.holdReason(ORDINARY) }).toEqual({
    its: 'draft',
    others: null,
  });
});

test('a message that a door refused waits if it could pass an earlier one on another channel', async () => {
  const { ladder, message, terminal } = await rig([door('opencode-http', { refuses: true })]);
  const mayTake = (via: string) => via === 'opencode-http';
  expect(await ladder.deliver(message, async () => {}, mayTake)).toEqual({ type: 'held', reason: 'busy' });
  expect(terminal.typed).toEqual([]);
  expect(await ladder.deliver(message, async () => {})).toEqual(TYPED);
});

interface DoorOptions {
  readonly state?: OpenDoor['state'];
  readonly evidence?: Evidence;
  readonly settles?: SettledByDoor;
  readonly refuses?: boolean;
  readonly leavesDialogs?: boolean;
}

function door(name: OpenDoor['name'], options: DoorOptions = {}) {
  const { settles = { type: 'submitted' }, evidence = null, leavesDialogs = true } = options;
  const listeners: (() => void)[] = [];
  const taken: string[] = [];
  let state: OpenDoor['state'] = options.state ?? { type: 'open' };
  const made = {
    record: 'absent' as Recorded,
    ...(name === 'opencode-http' && { takesUpStored: true as const }),
    evidence: evidence as Evidence | null,
    ...{ name, leavesDialogs, taken, refuses: options.refuses ?? false },
    maxChars: 1_000,
    takesMidTurn: true,
    get state() {
      return state;
    },
    set(next: OpenDoor['state']) {
      state = next;
      for (const listener of listeners) listener();
    },
    async handOver({ text }: { readonly text: string }): Promise<HandedOver> {
      if (made.refuses) return { type: 'refused', why: 'not now' };
      taken.push(text);
      return { type: 'taken', settled: Promise.resolve(settles) };
    },
    recordOf: async () => made.record,
    onChange: (listener: () => void) => void listeners.push(listener),
    close: async () => {},
  };
  return made;
}

async function rig(
  doors: readonly OpenDoor[],
  {
    midturn = true,
    terminalReason = null,
    keepsUnread = false,
    surviveMs = 60_000,
  }: { midturn?: boolean; terminalReason?: HoldReason | null; keepsUnread?: boolean; surviveMs?: number } = {},
) {
  const store = openStore();
  const message = (await store.write((tx) => addRequest(tx))).message;
  const other = (await store.write((tx) => addRequest(tx))).message;
  const degraded: [string, string][] = [];
  const typed: number[] = [];
  let interrupts = 0;
  const terminal: Delivery = {
    isRunning: true,
    isAsking: false,
    interruptsFirst: () => false,
    holdReason: () => terminalReason,
    channelFor: () => 'paste',
    deliver: async ({ seq }) => {
      typed.push(seq);
      return TYPED;
    },
    hasRead: async () => false,
    keepsUnread: async () => keepsUnread,
    interrupt: async () => {
      interrupts += 1;
      return true;
    },
    exit: async () => {},
    onChange: () => {},
  };
  const ladder = new Ladder({
    ...{ doors, terminal, midturn, hints: false, surviveMs },
    sight: () => 'ready',
    onDegraded: (channel, why) => degraded.push([channel, why]),
  });
  const counted = {
    typed,
    get interrupts() {
      return interrupts;
    },
  };
  return { ladder, message, other, degraded, terminal: counted };
}

async function outcome(ladder: Ladder, message: Message): Promise<{ via: string; settled: Settled }> {
  const delivered = await ladder.deliver(message, async () => {});
  if (delivered.type !== 'typed') throw new Error(`it was ${delivered.type}`);
  return { via: delivered.via, settled: await delivered.settled };
}
