/** When a box counts as free, by what its screen shows and for how long. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BoxDelivery, type BoxDeliveryParts } from '../../../src/channels/paste/box-delivery.js';
import { PACE } from '../../../src/profiles/profile.js';
import type { ScreenWatch } from '../../../src/terminal/screen/screen-watch.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('a program that starts to draw after a pause is not ready until it settles again', () => {
  const { box, look } = freeBox();
  look({ isSteady: true });
  expect(box.holdReason).toBeNull();
  vi.advanceTimersByTime(60_000);
  look({ isSteady: false });
  expect(box.holdReason).toBe('busy');
  look({ isSteady: true });
  expect(box.holdReason).toBeNull();
});

test('a program that never settles is ready after a while', () => {
  const { box, look } = freeBox();
  for (let times = 0; times < 80; times++) {
    look({ isSteady: false });
    vi.advanceTimersByTime(50);
  }
  expect(box.holdReason).toBeNull();
});

test('a program that draws its box before it asks for pastes gets time to do so, once', () => {
  const { box, look, modes } = freeBox({ bracketedPaste: false });
  look({ isSteady: true });
  expect(box.holdReason).toBe('starting');
  modes.bracketedPaste = true;
  expect(box.holdReason).toBeNull();
  modes.bracketedPaste = false;
  expect(box.holdReason).toBe('starting');
  vi.advanceTimersByTime(PACE.pasteLimitMs);
  expect(box.holdReason).toBeNull();
});

function freeBox(modes = { bracketedPaste: true }) {
  const listeners: (() => void)[] = [];
  const watch = {
    sight: { state: 'ready', box: '', dialog: null },
    isSteady: false,
    look: () => watch.sight,
    onLook: (listener: () => void) => listeners.push(listener),
  };
  const person = { idleMs: Number.POSITIVE_INFINITY, hold: () => {}, release: () => {} };
  const told = { watch: watch as unknown as ScreenWatch, person, pace: PACE, typing: { paste: 'auto' } };
  const parts = { ...told, terminal: { modes } } as unknown as BoxDeliveryParts;
  const box = new BoxDelivery(parts);
  const look = ({ isSteady }: { isSteady: boolean }) => {
    watch.isSteady = isSteady;
    for (const listener of listeners) listener();
  };
  return { box, look, modes };
}
