/** Reads and checks what to launch, from the arguments and options of `start` and `synapse <profile>`. */

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail, SynapseError } from '../../../errors.js';
import { isInteractiveShell } from '../../../launch/interactive-shell.js';
import type { Launch } from '../../../launch/launch-daemon.js';
import { loadProfile } from '../../../profiles/load-profile.js';
import { CHANNEL_NAMES, type ChannelName, isChannelName, type Profile } from '../../../profiles/profile.js';
import { checkReachable } from '../../../profiles/program-command.js';
import type { Registry } from '../../../registry/registry.js';
import { checkName, checkSpelling, mustNotBeExternal } from '../../client/check-name.js';
import { localRegistry } from '../../client/find-agent.js';
import type { OptionValues } from '../../spec/option.js';
import type { wrapOptions } from '../wrap/spec.js';

type Options = OptionValues<typeof wrapOptions>;

/** Checks everything that can be checked before anything is started. */
export async function readLaunch(args: readonly string[], options: Options): Promise<Launch> {
  const [profileName = '', ...rest] = args;
  const registry = localRegistry();
  const cwd = folderOf(options.cwd);
  const profile = await loadProfile(profileName, { home: registry.home, cwd });
  const command = commandOf(profile, rest, options.allowShell ?? false);
  checkIdentity(registry, options);
  const { id, name, role, port, project, purpose, parent, allowShell } = options;
  const channels = options.channel?.map(channelNamed);
  if (project === undefined && (purpose !== undefined || parent !== undefined)) {
    const option = purpose === undefined ? '--parent' : '--purpose';
    throw fail('invalid_request', { reason: `${option} needs --project.` });
  }
  const env = { ...profile.env, ...environmentOf(options.env ?? []) };
  return {
    ...{ home: registry.home, profile, command, cwd, env },
    ...{ id, name, role, port, project, purpose, parent, allowShell, channels },
  };
}

function channelNamed(name: string): ChannelName {
  if (isChannelName(name)) return name;
  throw fail('invalid_request', { reason: `--channel takes one of ${CHANNEL_NAMES.join(', ')}, not "${name}".` });
}

/** The whole command line of the program; refuses what cannot or should not be started. */
export function commandOf(profile: Profile, rest: readonly string[], allowShell: boolean): readonly string[] {
  checkReachable(profile);
  const command = [...profile.command, ...rest];
  if (command.length === 0) {
    throw fail('invalid_request', {
      reason: `Name the program after --, for example: synapse start ${profile.name} -- ./my-agent.sh`,
    });
  }
  if (!allowShell && isInteractiveShell(command)) {
    throw fail('interactive_shell_refused', { program: command.join(' ') });
  }
  return command;
}

export function environmentOf(pairs: readonly string[]): Record<string, string> {
  const env: Record<string, string> = {};
  for (const pair of pairs) {
    const match = /^([A-Za-z_][A-Za-z0-9_]*)=([\s\S]*)$/.exec(pair);
    if (!match) throw fail('invalid_request', { reason: `--env takes NAME=VALUE, not "${pair}".` });
    env[match[1] as string] = match[2] as string;
  }
  return env;
}

function checkIdentity(registry: Registry, { id, name }: Options): void {
  if (id !== undefined) {
    checkSpelling(id, 'id');
    mustNotBeExternal(registry, id);
  }
  if (id !== undefined && registry.get(id)?.kind === 'human') {
    const message = `${id} is a person; a program with this id would receive that person's messages.`;
    throw new SynapseError('name_taken', { name: id, agent: id }, { message, hint: 'Choose another --id.' });
  }
  if (name !== undefined) checkName(registry, id ?? null, name);
  const namesake = id === undefined ? undefined : registry.list().find((agent) => agent.name === id && agent.id !== id);
  if (namesake) throw fail('name_taken', { name: id, agent: namesake.id });
}

function folderOf(given: string | undefined): string {
  const cwd = resolve(given ?? '.');
  try {
    if (statSync(cwd).isDirectory()) return cwd;
  } catch {
    // Reported below.
  }
  throw fail('invalid_request', { reason: `There is no folder ${cwd}.` });
}
