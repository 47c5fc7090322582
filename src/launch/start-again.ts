/** Starts a stopped agent again as it was: program, arguments, folder, environment, project and purpose. */
import { statSync } from 'node:fs';
import { fail, SynapseError } from '../errors.js';
import { loadProfile } from '../profiles/load-profile.js';
import { type AgentDefinition, isRunning } from '../registry/entry.js';
import type { Registry } from '../registry/registry.js';
import type { Started } from './daemon-spec.js';
import type { Launch } from './launch-daemon.js';
import { startAgent } from './start-agent.js';
import { type StartRecord, startsOf } from './start-record.js';

/** `apart`: the daemon that starts it must not become its parent. */
type How = Pick<Launch, 'apart'>;

/** Returns what its first terminal was started with. */
export async function startAgain(registry: Registry, id: string, how: How = {}): Promise<Started> {
  const definition = registry.definition(id);
  if (!definition) throw fail('agent_not_found', { target: id });
  if (definition.kind === 'human') {
    const hint = 'Its daemon starts with the next command of this person.';
    throw new SynapseError('invalid_request', { reason: `${id} is a person.` }, { hint });
  }
  const known = registry.get(id);
  if (known && isRunning(known)) throw fail('agent_already_running', { agent: id, pid: known.live.pid });
  const [first, ...others] = startsAgain(startsOf(registry.home, id), definition);
  if (!first) throw fail('agent_not_found', { target: id });
  const started = await start(registry, definition, first, how);
  for (const other of others) await start(registry, definition, other, how);
  return started;
}

/** What a person started, or else its first session. Sessions that daemons started come back when there is work. */
function startsAgain(
  records: readonly StartRecord[],
  { command, cwd, project }: Pick<AgentDefinition, 'command' | 'cwd' | 'project'>,
): readonly (StartRecord | Omit<StartRecord, 'env'>)[] {
  const byPerson = records.filter(({ why }) => why === null);
  if (byPerson.length > 0) return byPerson;
  const [first] = records;
  // An agent that an earlier version started has no record.
  const known = {
    profile: null,
    command,
    cwd,
    project,
    purpose: 'task',
    parent: null,
    why: null,
    session: 'task',
  } as const;
  return [first ? { ...first, why: null } : known];
}

async function start(
  registry: Registry,
  { id, type, name, role, lasting, port }: AgentDefinition,
  record: StartRecord | Omit<StartRecord, 'env'>,
  how: How,
): Promise<Started> {
  const { command, cwd, project, purpose, allowShell, channels, fingerprint } = record;
  mustBeFolder(cwd, id);
  const { home } = registry;
  const launch: Launch = {
    ...{ home, command, cwd, allowShell, env: {}, ...how },
    profile: await profileOf(type, record, home),
    // A port-based id belongs to its port.
    ...(lasting ? { id } : { port, ...(name === null ? {} : { name }), ...(role === null ? {} : { role }) }),
    ...(project === null ? {} : { project, purpose }),
    ...(channels ? { channels } : {}),
    ...(fingerprint ? { fingerprint } : {}),
  };
  try {
    return await startAgent(launch, registry, 'env' in record ? { env: { ...record.env, SYNAPSE_HOME: home } } : {});
  } catch (error) {
    if (lasting || !(error instanceof SynapseError) || error.code !== 'port_taken') throw error;
    throw new SynapseError(error.code, error.details, { hint: `synapse start ${type}, which gets another address` });
  }
}

/** The profile as it is now, because a newer Synapse knows the program better; as it was if it is gone. */
async function profileOf(type: string, { profile, cwd }: Pick<StartRecord, 'profile' | 'cwd'>, home: string) {
  try {
    return await loadProfile(type, { home, cwd });
  } catch (error) {
    if (profile === null || !(error instanceof SynapseError) || error.code !== 'profile_not_found') throw error;
    return profile;
  }
}

function mustBeFolder(cwd: string, id: string): void {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return;
  const hint = `synapse start <profile> --id ${id} --cwd <dir>`;
  throw new SynapseError('invalid_request', { reason: `${id} ran in ${cwd}, which is no longer a folder.` }, { hint });
}
