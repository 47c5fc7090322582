/** What becomes of a message that a door was given, once the model has answered to what is only recorded. */
import type { Settled } from '../../../src/channels/delivered.js';
import type { SettledByDoor } from '../../../src/channels/front-door.js';

export async function answered(settling: Promise<SettledByDoor>): Promise<Settled> {
  const settled = await settling;
  if (settled.type !== 'recorded') return settled;
  await settled.answered;
  return { type: 'submitted' };
}
