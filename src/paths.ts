/** The paths below SYNAPSE_HOME, and their permissions. */
import { accessSync, chmodSync, constants, existsSync, lstatSync, mkdirSync, type Stats, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { asSynapseError, fail, isNoSpace } from './errors.js';
import { isAgentId } from './ids.js';

/** Some systems silently cut longer socket paths, so two agents could share one. */
const MAX_SOCKET_PATH_BYTES = 100;

export function synapseHome(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(env.SYNAPSE_HOME || join(homedir(), '.synapse'));
}

export interface AgentPaths {
  readonly dir: string;
  /** The caller key, 0600. */
  readonly key: string;
  /** What the agent is; kept while it is down. */
  readonly definition: string;
  readonly store: string;
  readonly log: string;
}

export function agentPaths(home: string, id: string): AgentPaths {
  if (!isAgentId(id)) throw fail('agent_not_found', { target: id });
  const dir = join(home, 'agents', id);
  return {
    dir,
    key: join(dir, 'key'),
    definition: join(dir, 'agent.json'),
    store: join(dir, 'tasks.db'),
    log: join(dir, 'daemon.log'),
  };
}

/** What the program in one terminal of an agent printed. */
export function printedFile(home: string, id: string, session: string): string {
  const name = session === 'task' ? 'printed.log' : `printed-${session}.log`;
  return join(agentPaths(home, id).dir, name);
}

export const agentsDir = (home: string): string => join(home, 'agents');
export const liveDir = (home: string): string => join(home, 'live');
export const tokensDir = (home: string): string => join(home, 'tokens');
/** The outside agents that are addressed like any other. */
export const externalDir = (home: string): string => join(home, 'external');
/** The other hosts that this home is linked to, and its own key. */
export const hostsDir = (home: string): string => join(home, 'hosts');
/** What `synapse serve` gives to outside clients now. */
export const servingDir = (home: string): string => join(home, 'serve');
/** The locks of `synapse up` and `down`. */
export const locksDir = (home: string): string => join(home, 'locks');
export const profilesDir = (home: string): string => join(home, 'profiles');

/** The logs of executions: what task terminals printed. */
export const executionsDir = (home: string): string => join(home, 'executions');
/** The store that all teams of this home share. */
export const teamFile = (home: string): string => join(home, 'team.db');
/** The address of the server that has the team store instead. */
export const teamPlaceFile = (home: string): string => join(home, 'team.store');
/** A move of the teams that was not finished. */
export const teamMoveFile = (home: string): string => join(home, 'team.move');
/** Where the daemons of this home share their connections to that server. */
export const teamPlacesDir = (home: string): string => join(home, 'run', 'team');
/** When old things of the teams are deleted next. */
export const teamPruneAlarm = (home: string): string => join(home, 'team.prune');
/** When something in a team is due next, as the time of an empty file. */
export const teamAlarm = (home: string): string => join(home, 'team.alarm');

export function liveFile(home: string, id: string): string {
  if (!isAgentId(id)) throw fail('agent_not_found', { target: id });
  return join(liveDir(home), `${id}.json`);
}

/** A short name in a private folder: below the home if that fits, otherwise below the temporary folder. */
export function socketPath(home: string, id: string): string {
  const name = `${hash(id)}.sock`;
  const atHome = join(home, 'run', name);
  if (fits(atHome)) return atHome;
  const uid = process.getuid?.() ?? 0;
  const elsewhere = join(tmpdir(), `synapse-${uid}-${hash(home)}`, name);
  if (fits(elsewhere)) return elsewhere;
  throw fail('socket_path_too_long', {
    path: elsewhere,
    size: Buffer.byteLength(elsewhere),
    limit: MAX_SOCKET_PATH_BYTES,
  });
}

/** The beginning of the names of the private folders in which the front doors of an agent's programs live. */
export function agentDoorsName(id: string): string {
  return `${hash(id)}-`;
}

/**
 * Creates the home. An existing one keeps its permissions, because it may be used for other things too, but other users
 * must not be able to replace anything in it. It may be a link, as it may be on another disk.
 */
export function ensureHomeDir(home: string): void {
  checkedDir(home, statSync, (found) => {
    if (found.mode & 0o022) throw new Error('other users can write to it');
  });
}

/** Creates a folder that only its owner can enter, and refuses one that belongs to somebody else. */
export function ensurePrivateDir(dir: string): void {
  checkedDir(dir, lstatSync, (found) => {
    if (found.mode & 0o077) chmodSync(dir, 0o700);
  });
}

function checkedDir(dir: string, look: (dir: string) => Stats, check: (found: Stats) => void): void {
  try {
    makeDir(dir);
    const found = look(dir);
    if (!found.isDirectory()) throw new Error('it is not a folder');
    if (process.getuid) {
      if (found.uid !== process.getuid()) throw new Error('it belongs to another user');
      // Whoever owns a link decides where it leads.
      if (![process.getuid(), ROOT].includes(lstatSync(dir).uid)) throw new Error('it is a link of another user');
    }
    check(found);
  } catch (error) {
    if (isNoSpace(error)) throw asSynapseError(error);
    throw fail('home_unusable', { path: dir, reason: (error as Error).message });
  }
}

const ROOT = 0;

/** Creates one folder at a time, because a recursive mkdir of Node hangs in places such as /proc. */
function makeDir(dir: string): void {
  if (existsSync(dir)) return;
  if (dirname(dir) !== dir) makeDir(dirname(dir));
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    // Another process created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Refuses a read-only folder, because the errors that would follow are harder to understand. */
export function requireWritable(dir: string): void {
  try {
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw fail('home_unusable', { path: dir, reason: (error as Error).message });
  }
}

/** Loads the crypto module here, because every command loads this file, and few need the module, which takes 4 ms. */
function hash(text: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

function fits(path: string): boolean {
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES;
}
