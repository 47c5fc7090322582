/** Finds out whether a program is newer than any version that its profile was tried with. */
import { basename } from 'node:path';
import { compareVersions, programWords } from '../../channels/program-version.js';
import type { Profile } from '../../profiles/profile.js';

export interface Untried {
  /** What the program calls itself. */
  readonly program: string;
  readonly version: string;
  /** The newest version that was tried. */
  readonly tried: string;
}

/** Null if it is not newer, or if nobody can tell: a wrapper would report a version of its own. */
export async function untriedVersion(
  profile: Pick<Profile, 'command' | 'tried'>,
  command: readonly string[],
  versionOf: () => Promise<string | null>,
): Promise<Untried | null> {
  const program = nameOf(profile.command);
  if (profile.tried === null || program === '' || nameOf(command) !== program) return null;
  const version = await versionOf().catch(() => null);
  if (version === null || compareVersions(version, profile.tried) <= 0) return null;
  return { program, version, tried: profile.tried };
}

/** `claude` for `/opt/bin/claude.exe`, and `gemini` for `node /opt/gemini.js`. */
function nameOf(command: readonly string[]): string {
  return basename(programWords(command).at(-1) ?? '').replace(/\.\w+$/, '');
}
