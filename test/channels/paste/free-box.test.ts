/** What becomes of a text of ours in a box that nobody submits. */
import { afterEach, expect, test } from 'vitest';
import { FreeBox, type FreeBoxParts } from '../../../src/channels/paste/free-box.js';

const TEXT = '[A2A:0b6f7a52:tester] look at @src';
const closing: FreeBox[] = [];
afterEach(() => {
  for (const each of closing.splice(0)) each.close();
});

/** A box that keys empty, on a screen that is looked at only on request and has settled at this look. */
function boxWith(steadyAt: number) {
  let looks = 0;
  let box = TEXT;
  const watch = {
    get sight() {
      return { state: 'ready', box, dialog: null };
    },
    get isSteady() {
      return looks >= steadyAt;
    },
    look: () => {
      looks += 1;
      return watch.sight;
    },
    until: async () => watch.sight,
    onLook: () => () => {},
  };
  const terminal = {
    write: async () => {
      box = '';
    },
    modes: {},
    onOutput: () => () => {},
  };
  const person = { idleMs: Number.POSITIVE_INFINITY, keepBack: () => {}, letThrough: () => {} };
  const pace = { personPauseMs: 0, pasteLimitMs: 0, settleMs: 0 };
  const parts = { watch, terminal, person, pace, typing: {} } as unknown as FreeBoxParts;
  const free = new FreeBox(parts);
  closing.push(free);
  free.left.remember(TEXT);
  return { free, content: () => box };
}

test('it is removed when the screen has settled, although nothing is drawn any more', async () => {
  const { free, content } = boxWith(2);
  free.lookAgainIn(1);
  await expect.poll(() => [content(), free.holdReason], { timeout: 20_000 }).toEqual(['', null]);
});
