/** The front doors of an agent's program: which of its profile's channels this start uses, and where they live. */
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DOORS } from '../../channels/door-table.js';
import { type PreparedDoors, prepareDoors } from '../../channels/prepare-doors.js';
import { versionOf } from '../../channels/program-version.js';
import type { DaemonSpec } from '../../launch/daemon-spec.js';
import { agentDoorsName, socketPath } from '../../paths.js';
import { type ChannelName, isChannelName } from '../../profiles/profile.js';
import type { LiveEntry } from '../../registry/entry.js';
import { findExecutable } from '../../terminal/program/resolve-program.js';

const NAME_CHARS = 6;

export async function programDoors(
  spec: DaemonSpec,
  { id, instance }: Pick<LiveEntry, 'id' | 'instance'>,
  env: Readonly<Record<string, string>>,
): Promise<PreparedDoors> {
  const { command, cwd, home } = spec;
  const run = dirname(socketPath(home, id));
  return prepareDoors(DOORS, channelsOf(spec), {
    ...{ command, cwd, env },
    dir: join(run, `${agentDoorsName(id)}${instance.slice(0, NAME_CHARS)}`),
    version: () => programVersion(spec, env),
  });
}

/** The version that the program reports; null if it reports none. Rejects if it takes too long. */
export function programVersion(
  { command, cwd, home }: Pick<DaemonSpec, 'command' | 'cwd' | 'home'>,
  env: Readonly<Record<string, string>>,
): Promise<string | null> {
  return versionOf({
    ...{ command, cwd, env },
    cache: join(home, 'cache', 'versions.json'),
    resolve: (file) => findExecutable({ file, cwd, env }) ?? null,
  });
}

/** Removes what a killed daemon of this agent left. Only the daemon that owns the agent's store may do that. */
export function sweepDoors(home: string, id: string): void {
  const run = dirname(socketPath(home, id));
  for (const name of namesIn(run)) {
    if (name.startsWith(agentDoorsName(id))) rmSync(join(run, name), { recursive: true, force: true });
  }
}

/** The channels of the profile, narrowed by `--channel` or `SYNAPSE_CHANNELS`. Typing is always possible. */
export function channelsOf({
  profile,
  channels,
  env,
}: Pick<DaemonSpec, 'profile' | 'channels' | 'env'>): ChannelName[] {
  if (!profile || profile.line) return [];
  const asked = channels ?? env.SYNAPSE_CHANNELS?.split(/[\s,]+/).filter(isChannelName) ?? [];
  return profile.channels.filter((channel) => asked.length === 0 || asked.includes(channel));
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
