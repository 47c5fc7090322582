/** Chooses how messages reach a program: line by line, or through its input box. */

import type { Delivery } from '../../channels/delivery.js';
import { lineChannel } from '../../channels/line/line-channel.js';
import { LineDelivery } from '../../channels/line/line-delivery.js';
import type { DaemonSpec } from '../../launch/daemon-spec.js';
import { executesLines } from '../../launch/interactive-shell.js';
import { lookAtTerminals, terminalReaders } from '../../processes.js';
import type { BoxedProgram } from '../screen/boxed-program.js';
import { reportDialogs } from '../sessions/unattended.js';
import type { Typist } from '../typing/typist.js';
import type { Wiring } from '../wiring.js';
import type { RunningProgram } from './wrapped-program.js';

export interface MadeDelivery {
  readonly delivery: Delivery;
  /** Null for a line-oriented program, whose screen is not read. */
  readonly boxed: BoxedProgram | null;
}

interface Hosted {
  readonly session: string;
  readonly spec: DaemonSpec;
  readonly typist: Typist;
}

/** Loads the code that watches screens only if there is an input box to watch. */
export async function makeDelivery(
  wiring: Wiring,
  { terminal, keys, doors }: RunningProgram,
  hosted: Hosted,
): Promise<MadeDelivery> {
  const { session, typist } = hosted;
  const { profile, env, cwd } = hosted.spec;
  if (!profile) throw new TypeError('an agent without a program has nothing to deliver to');
  if (profile.line) {
    const runsShell = () =>
      hosted.spec.allowShell !== true && executesLines(terminalReaders(terminal.pid), () => !terminal.isCanonical());
    const lines = new LineDelivery({ terminal, keys, runsShell, lookAtProcesses: lookAtTerminals });
    return { delivery: lineChannel(terminal, lines, profile), boxed: null };
  }
  const { BoxedProgram } = await import('../screen/boxed-program.js');
  const { context, outbox, presence, reports, typists } = wiring;
  const boxed = new BoxedProgram({
    ...{ context, outbox, reports, typist, session },
    presence: presence.ofTerminal(session),
    isOwn: (task) => typists.isRequestOf(session, task),
    ...{ terminal, profile, env, cwd, person: keys },
    continues: continues(hosted.spec.command, profile.resume),
    doors: doors.open(terminal),
    missing: doors.missing,
  });
  await reportUnattended(wiring, boxed, hosted);
  return { delivery: boxed.delivery, boxed };
}

/** Whether the command has the arguments with which its profile resumes the last conversation. */
function continues(command: readonly string[], resume: readonly string[]): boolean {
  const isThere = (_: string, at: number) => resume.every((word, offset) => command[at + offset] === word);
  return resume.length > 0 && command.some(isThere);
}

/** Reports the dialogs of a session that started itself to somebody who can answer, because nobody watches it. */
async function reportUnattended(
  { context, team, outbox }: Wiring,
  { status }: BoxedProgram,
  { session: name, spec: { why, project: projectId, purpose } }: Hosted,
): Promise<void> {
  if (why === null || projectId === null) return;
  const { self, registry, log, env, language } = context;
  const session = { session: name, agentId: self.id, projectId, purpose, why };
  await reportDialogs({ team: () => team.ifThere(), registry, outbox, log, env, language, session }, status);
}
