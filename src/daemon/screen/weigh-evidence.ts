/** Decides what a program is doing from what it reports itself and from what its screen shows. */
import { createHash } from 'node:crypto';
import type { Evidence } from '../../channels/front-door.js';
import type { Dialog } from '../../terminal/screen/dialog.js';
import type { Sight } from '../../terminal/screen/screen-watch.js';

export interface Finding {
  readonly state: Sight['state'];
  readonly dialog: Dialog | null;
  /** Where this is known from. */
  readonly by: 'hook' | 'event' | 'transcript' | 'screen';
}

/** The program's own word counts more. The screen shows what the program does not report, such as its own menus. */
export function weighEvidence({ state, dialog }: Sight, evidence: Evidence | null): Finding {
  if (evidence === null || state === 'starting') return { state, dialog, by: 'screen' };
  const { by, asks } = evidence;
  if (evidence.state === 'waiting') return { state: 'dialog', dialog: asking(dialog ?? dialogOf(asks), asks), by };
  if (dialog !== null) return { state, dialog, by: 'screen' };
  return { state: evidence.state, dialog: null, by };
}

function asking(dialog: Dialog, asks: Evidence['asks']): Dialog {
  return asks === null ? dialog : { ...dialog, asks };
}

/** A question that the program reported, while its screen shows nothing that we know. */
function dialogOf(asks: Evidence['asks']): Dialog {
  const text = asks === null ? 'It asks for permission.' : `${asks.tool}: ${asks.command}`;
  return { id: createHash('sha256').update(text).digest('hex').slice(0, 8), text, choices: [] };
}
