/** The front doors of an agent's program: which of its profile's channels this start uses, and where they live. */
import { join } from 'node:path';
import { DOORS } from '../../channels/door-table.js';
import { type PreparedDoors, prepareDoors } from '../../channels/prepare-doors.js';
import { versionOf } from '../../channels/program-version.js';
import { SynapseError } from '../../errors.js';
import type { DaemonSpec } from '../../launch/daemon-spec.js';
import { CHANNEL_NAMES, type ChannelName, isChannelName } from '../../profiles/profile.js';
import { doorFolder } from '../../registry/door-folders.js';
import type { LiveEntry } from '../../registry/entry.js';
import { findExecutable } from '../../terminal/program/resolve-program.js';

export async function programDoors(
  spec: DaemonSpec,
  { id, instance }: Pick<LiveEntry, 'id' | 'instance'>,
  env: Readonly<Record<string, string>>,
): Promise<PreparedDoors> {
  const { command, cwd, home } = spec;
  return prepareDoors(DOORS, channelsOf(spec), {
    ...{ command, cwd, env },
    dir: doorFolder(home, id, instance),
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

/**
 * The channels of the profile, narrowed by `--channel` or `SYNAPSE_CHANNELS`. Typing is always possible. Throws if a name
 * is unknown, because whoever narrows the choice must not get all of it.
 */
export function channelsOf({
  profile,
  channels,
  env,
}: Pick<DaemonSpec, 'profile' | 'channels' | 'env'>): ChannelName[] {
  if (!profile || profile.line) return [];
  const asked = channels ?? channelsIn(env.SYNAPSE_CHANNELS ?? '');
  return profile.channels.filter((channel) => asked.length === 0 || asked.includes(channel));
}

function channelsIn(names: string): ChannelName[] {
  return names
    .split(/[\s,]+/)
    .filter((name) => name !== '')
    .map((name) => {
      if (isChannelName(name)) return name;
      const message = `SYNAPSE_CHANNELS names a channel that does not exist: "${name}".`;
      const hint = `Unset it, or choose from ${CHANNEL_NAMES.join(', ')}, for example: SYNAPSE_CHANNELS=paste`;
      throw new SynapseError('invalid_request', { reason: message }, { message, hint });
    });
}
