/** Prints the state of the link to a host. */
import { oneLine, printJson, printNote } from '../../print/stdio.js';

/** What the daemon says about a host. */
export interface HostState {
  readonly name: string;
  readonly target: string | null;
  readonly allow: readonly string[];
  readonly fingerprint: string | null;
  readonly state: 'up' | 'down';
  readonly reason: string | null;
  readonly version: string | null;
  readonly round_trip_ms: number | null;
  readonly agents: readonly { readonly id: string; readonly status: string }[];
}

/** The daemon waits for the link a little less long. */
export const CALL_LIMIT_MS = 30_000;
const QUEUED = 5;

export function printState(
  host: HostState,
  { json, verb }: { json: boolean | undefined; verb: 'Added' | 'Changed' | null },
): number {
  const { name, version, round_trip_ms: ms, agents, fingerprint, state } = host;
  const count = agents.length === 1 ? '1 agent' : `${agents.length} agents`;
  if (json) printJson({ host });
  else if (verb === 'Changed') printNote(changed(host));
  else if (state === 'up' && verb !== null) {
    printNote(`Added ${name}: Synapse ${version}, ${count}, key ${fingerprint}.`);
    const example = agents[0]?.id ?? `agent@${name}`;
    printNote(`To write to an agent there: synapse send ${example} "…"`);
  } else if (state === 'up') {
    printNote(`${name} is linked: Synapse ${version}, ${count}, ${ms} ms, key ${fingerprint}.`);
  } else {
    const reason = oneLine(host.reason ?? 'it has not answered yet');
    if (verb !== null) printNote(`Added ${name}, but there is no link yet: ${reason}.`);
    else printNote(`There is no link to ${name}: ${reason}.`);
    if (host.target !== null) printNote(`Your daemon keeps trying. To try now: synapse host check ${name}`);
  }
  return state === 'up' || verb === 'Changed' ? 0 : QUEUED;
}

function changed({ name, allow }: HostState): string {
  if (allow.length === 0) return `${name} may exchange messages with agents here, and nothing else.`;
  return `${name} may exchange messages with agents here, and do this: ${allow.join(', ')}.`;
}

/** The ssh agent of this terminal; that of the daemon may have ended with an earlier login. */
export function authSocket(): string | null {
  return process.env.SSH_AUTH_SOCK || null;
}
