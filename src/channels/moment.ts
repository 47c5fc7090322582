/** Whether a message may reach a program during its work, or waits until the program is idle. */
import { WHEN } from '../taskstore/message.js';
import type { Wish } from './delivery.js';
import type { Moment } from './front-door.js';

/** Messages of this priority and above are read between two tool calls. */
const MID_TURN_PRIORITY = 3;

export function momentOf({ priority, metadata }: Wish, isMidTurnAllowed: boolean): Moment {
  const asked = metadata[WHEN];
  if (isMoment(asked)) return asked;
  return isMidTurnAllowed && priority >= MID_TURN_PRIORITY ? 'now' : 'idle';
}

function isMoment(value: unknown): value is Moment {
  return value === 'now' || value === 'idle';
}
