/** Where the team store of a home is: in a file of the home, or on a PostgreSQL server. */
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { fail } from '../errors.js';
import { ensureHomeDir, teamFile, teamMoveFile, teamPlaceFile } from '../paths.js';
import { readIfThere, removeIfThere, writeWhole } from './whole-files.js';

/** The path of a file, or the address of a server. */
export type TeamPlace = string;

/** The environment comes first, then what `up` or `team move` has noted in the home. */
export function teamPlace(home: string, env: NodeJS.ProcessEnv = process.env): TeamPlace {
  return env.SYNAPSE_TEAM_URL || notedPlace(home) || teamFile(home);
}

/** Whether there is a team. Reading must not create one. */
export function hasTeam(home: string, env: NodeJS.ProcessEnv = process.env): boolean {
  const place = teamPlace(home, env);
  return isServer(place) || existsSync(place);
}

export function isServer(place: TeamPlace): boolean {
  return /^postgres(ql)?:\/\//.test(place);
}

/** From now on, this home uses that server. The file may name a password file, but contains no password. */
export function noteTeamPlace(home: string, address: string): void {
  ensureHomeDir(home);
  writeWhole(teamPlaceFile(home), `${address}\n`, { durable: true });
}

/** Null if the teams of the home are in its own file. */
export function notedPlace(home: string): TeamPlace | null {
  const file = teamPlaceFile(home);
  if (!existsSync(file)) return null;
  const place = readFileSync(file, 'utf8').trim();
  if (isServer(place)) return place;
  throw fail('store_damaged', { file, reason: 'it does not contain the address of a server' });
}

/** A move that has begun, of which only the server knows whether it has happened. */
export interface TeamMove {
  readonly id: string;
  /** The address of the server. */
  readonly server: string;
  readonly to: 'server' | 'file';
  /** Where the file goes, or comes from. */
  readonly aside: string;
}

export function noteTeamMove(home: string, move: TeamMove): void {
  writeWhole(teamMoveFile(home), `${JSON.stringify(move)}\n`, { durable: true });
}

/** Null if none was interrupted. */
export function teamMove(home: string): TeamMove | null {
  const text = readIfThere(teamMoveFile(home));
  return text === null ? null : (JSON.parse(text) as TeamMove);
}

/** From now on, the teams are where they were moved to. May be done again, and by several processes at once. */
export function endTeamMove(home: string, { server, to, aside }: TeamMove, hasHappened: boolean): void {
  const file = teamFile(home);
  if (hasHappened && to === 'server') {
    noteTeamPlace(home, server);
    renameIfThere(file, aside);
  }
  if (hasHappened && to === 'file') {
    renameIfThere(aside, file);
    removeIfThere(teamPlaceFile(home));
  }
  removeIfThere(teamMoveFile(home));
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
