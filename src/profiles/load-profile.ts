/** Finds profiles: the project's, then the user's, then the built-in ones. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, SynapseError } from '../errors.js';
import { readRegularFile } from '../files/regular-file.js';
import { nearest } from '../nearest.js';
import { profilesDir } from '../paths.js';
import { readYamlFile } from '../yaml/read-yaml-file.js';
import type { Problem } from '../yaml/spot.js';
import { BUILTIN_PROFILES } from './builtin-profiles.js';
import { makeProfile, type Profile } from './profile.js';
import { PROFILE_FILE, type ProfileValues } from './profile-keys.js';
import { RESERVED_NAMES } from './reserved-names.js';

const MAX_PROFILE_BYTES = 256 * 1024;

/** Where profiles are searched from. */
export interface ProfileSearch {
  readonly home: string;
  readonly cwd: string;
}

/** The profile of that name; throws `profile_not_found` or `profile_invalid`. */
export async function loadProfile(name: string, search: ProfileSearch): Promise<Profile> {
  for (const dir of profileDirs(search)) {
    const file = join(dir, `${name}.yaml`);
    if (isProfileName(name) && existsSync(file)) return readProfileFile(file, name);
  }
  const builtin = BUILTIN_PROFILES.find((profile) => profile.name === name);
  if (builtin) return builtin;
  const names = profileNames(search);
  const near = nearest(name, names);
  throw new SynapseError('profile_not_found', { profile: name }, near ? { hint: `Did you mean ${near}?` } : {});
}

/** Every profile by name; files that are wrong are in `problems` and do not hide the others. */
export async function loadProfiles(search: ProfileSearch): Promise<{ profiles: Profile[]; problems: Error[] }> {
  const profiles: Profile[] = [];
  const problems: Error[] = [];
  for (const name of profileNames(search)) {
    try {
      profiles.push(await loadProfile(name, search));
    } catch (error) {
      problems.push(error as Error);
    }
  }
  return { profiles, problems };
}

/** Where profile files are looked for, the nearest first: that of the project around `cwd`, then the user's own. */
export function profileDirs({ home, cwd }: ProfileSearch): string[] {
  const own = profilesDir(home);
  const project = projectProfilesDir(cwd);
  return project === null || project === own ? [own] : [project, own];
}

export function profileNames(search: ProfileSearch): string[] {
  const names = new Set(BUILTIN_PROFILES.map((profile) => profile.name));
  for (const dir of profileDirs(search)) {
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
  const { values, problems } = await readYamlFile(PROFILE_FILE, { file, text: textOf(file, name) }, (read) =>
    nameProblems(name, read),
  );
  if (problems.length > 0) throw fail('profile_invalid', { profile: name, file, problems });
  const { name: _name, typing: { max_chars: maxChars, at_files: atFiles, ...rest } = {}, ...fields } = values;
  const typing = {
    ...rest,
    ...(maxChars === undefined ? {} : { maxChars }),
    ...(atFiles === undefined ? {} : { atFiles }),
  };
  return makeProfile(name, { ...fields, typing, file });
}

/** A project may come from strangers, so the file may be anything. */
function textOf(file: string, name: string): string {
  try {
    return readRegularFile(file, MAX_PROFILE_BYTES);
  } catch (error) {
    const problems = [{ file, line: 1, column: 1, message: (error as Error).message }];
    throw fail('profile_invalid', { profile: name, file, problems });
  }
}

function nameProblems(name: string, read: ProfileValues): Problem[] {
  if (RESERVED_NAMES.has(name)) {
    return [{ path: [], message: `"${name}" is the name of a command. Choose another file name.` }];
  }
  if (read.name === undefined || read.name === name) return [];
  return [{ path: ['name'], message: `The name "${read.name}" differs from the name of the file.` }];
}
