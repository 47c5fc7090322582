/** Chooses how messages reach a program: line by line, or through its input box. */
import type { DaemonSpec } from '../../launch/daemon-spec.js';
import type { BoxedProgram } from '../screen/boxed-program.js';
import { reportDialogs } from '../sessions/unattended.js';
import { type Delivery, lineDelivery } from '../typing/delivery.js';
import type { Wiring } from '../wiring.js';
import type { RunningProgram } from './wrapped-program.js';

export interface MadeDelivery {
  readonly delivery: Delivery;
  /** Null for a line-oriented program, whose screen is not read. */
  readonly boxed: BoxedProgram | null;
}

/** Loads the code that watches screens only if there is an input box to watch. */
export async function makeDelivery(
  wiring: Wiring,
  { terminal, keys }: RunningProgram,
  spec: DaemonSpec,
): Promise<MadeDelivery> {
  const { profile, env } = spec;
  if (!profile) throw new TypeError('an agent without a program has nothing to deliver to');
  if (profile.line) return { delivery: lineDelivery(terminal, profile), boxed: null };
  const { BoxedProgram } = await import('../screen/boxed-program.js');
  const { context, outbox, presence, reports, typist } = wiring;
  const boxed = new BoxedProgram({
    ...{ context, outbox, presence, reports, typist },
    ...{ terminal, profile, env, person: keys },
  });
  await reportUnattended(wiring, boxed, spec);
  return { delivery: boxed.delivery, boxed };
}

/** Reports the dialogs of a session that started itself to somebody who can answer, because nobody watches it. */
async function reportUnattended(
  { context, team, outbox }: Wiring,
  { status }: BoxedProgram,
  { why, project: projectId, purpose }: DaemonSpec,
): Promise<void> {
  if (why === null || projectId === null) return;
  const { self, member, registry, log, env, language } = context;
  const session = { address: self.id, agentId: member, projectId, purpose, why };
  await reportDialogs({ team: () => team.ifThere(), registry, outbox, log, env, language, session }, status);
}
