/** Finds profiles: the project's, then the user's, then the built-in ones. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, SynapseError } from '../errors.js';
import { nearest } from '../nearest.js';
import { profilesDir } from '../paths.js';
import { BUILTIN_PROFILES, RESERVED_NAMES } from './builtin.js';
import type { Profile } from './profile.js';
import { knownKeys, ProfileProblem, readProfile, UnknownKey } from './schema.js';
import { readYaml, type Place as YamlPlace } from './yaml-file.js';

export interface Place {
  readonly home: string;
  readonly cwd: string;
}

/** The profile of that name; throws `profile_not_found` or `profile_invalid`. */
export async function loadProfile(name: string, place: Place): Promise<Profile> {
  for (const dir of profileDirs(place)) {
    const file = join(dir, `${name}.yaml`);
    if (isProfileName(name) && existsSync(file)) return readProfileFile(file, name);
  }
  const builtin = BUILTIN_PROFILES.find((profile) => profile.name === name);
  if (builtin) return builtin;
  const names = profileNames(place);
  const near = nearest(name, names);
  throw new SynapseError('profile_not_found', { profile: name }, near ? { hint: `Did you mean ${near}?` } : {});
}

/** Every profile by name; files that are wrong are in `problems` and do not hide the others. */
export async function loadProfiles(place: Place): Promise<{ profiles: Profile[]; problems: Error[] }> {
  const profiles: Profile[] = [];
  const problems: Error[] = [];
  for (const name of profileNames(place)) {
    try {
      profiles.push(await loadProfile(name, place));
    } catch (error) {
      problems.push(error as Error);
    }
  }
  return { profiles, problems };
}

/** Where profile files are looked for, the nearest first: that of the project around `cwd`, then the user's own. */
export function profileDirs({ home, cwd }: Place): string[] {
  const own = profilesDir(home);
  const project = projectProfilesDir(cwd);
  return project === null || project === own ? [own] : [project, own];
}

function profileNames(place: Place): string[] {
  const names = new Set(BUILTIN_PROFILES.map((profile) => profile.name));
  for (const dir of profileDirs(place)) {
    if (!existsSync(dir)) continue;
    for (const entry of readdirSync(dir)) if (entry.endsWith('.yaml')) names.add(entry.slice(0, -'.yaml'.length));
  }
  return [...names];
}

function projectProfilesDir(cwd: string): string | null {
  for (let dir = cwd; ; dir = dirname(dir)) {
    const found = join(dir, '.synapse', 'profiles');
    if (existsSync(found)) return found;
    if (dirname(dir) === dir) return null;
  }
}

function isProfileName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/.test(name);
}

async function readProfileFile(file: string, name: string): Promise<Profile> {
  if (RESERVED_NAMES.has(name)) {
    throw fail('profile_invalid', {
      file,
      reason: `"${name}" is a word of the command line; choose another file name.`,
    });
  }
  const { value, problems, placeOf } = await readYaml(readFileSync(file, 'utf8'));
  const where = ({ line, column }: YamlPlace): string => `${file}:${line}:${column}`;
  const broken = problems[0];
  if (broken) throw fail('profile_invalid', { file: where(broken), reason: broken.message });
  try {
    return readProfile(value, name, file);
  } catch (error) {
    if (!(error instanceof ProfileProblem)) throw error;
    throw fail('profile_invalid', { file: where(placeOf(error.path)), reason: sentence(error) });
  }
}

function sentence(problem: ProfileProblem): string {
  if (!(problem instanceof UnknownKey)) return `${problem.message}.`;
  const known = knownKeys(problem.path);
  const near = nearest(String(problem.path.at(-1)), known);
  return `${problem.message}; ${near ? `did you mean "${near}"?` : `known are ${known.join(', ')}.`}`;
}
