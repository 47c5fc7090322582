/**
 * The environment of a project: that of the person who created it, or ran `synapse up` last. The sessions that daemons
 * start for it get this environment and its limits, whichever daemon starts them. It stays on this machine, in a file
 * that only its owner can read, because it may hold secrets.
 */
import { join } from 'node:path';
import { isAgentId } from '../ids.js';
import { ensurePrivateDir } from '../paths.js';
import { readIfThere, writeWhole } from '../registry/whole-files.js';

type Environment = Readonly<Record<string, string>>;

/** What describes the terminal or the agent in which somebody typed the command, not the project. */
const NOT_KEPT: ReadonlySet<string> = new Set([
  ...['_', 'PWD', 'OLDPWD', 'SHLVL'],
  ...['SYNAPSE_AGENT_ID', 'SYNAPSE_INSTANCE', 'SYNAPSE_AGENT_TYPE', 'SYNAPSE_PORT', 'SYNAPSE_PROJECT'],
  ...['SYNAPSE_SESSION_TOKEN', 'SYNAPSE_SESSION_PURPOSE'],
]);

export function keepEnvironment(home: string, projectId: string, env: NodeJS.ProcessEnv): void {
  const kept = Object.entries(env).filter(([name, value]) => value !== undefined && !NOT_KEPT.has(name));
  ensurePrivateDir(dirOf(home));
  writeWhole(fileOf(home, projectId), `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

/** The given one for a project that has none, because an earlier version created it, or whose file is damaged. */
export function environmentOf(home: string, projectId: string, otherwise: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (!isAgentId(projectId)) return otherwise;
  try {
    const kept = JSON.parse(readIfThere(fileOf(home, projectId)) ?? 'null') as Environment | null;
    return typeof kept === 'object' && kept !== null ? { ...kept, SYNAPSE_HOME: home } : otherwise;
  } catch {
    return otherwise;
  }
}

const dirOf = (home: string) => join(home, 'projects');
const fileOf = (home: string, projectId: string) => join(dirOf(home), `${projectId}.json`);
