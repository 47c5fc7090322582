/** Reads a team file, `synapse.yaml`. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail } from '../../../errors.js';
import { readRegularFile } from '../../../files/regular-file.js';
import { type FileProblem, readYamlFile } from '../../../yaml/read-yaml-file.js';
import { checkTeam } from './checks.js';
import { TEAM_FILE } from './keys.js';
import { type TeamFile, teamOf } from './team-file.js';

export const DEFAULT_TEAM_FILE = 'synapse.yaml';

/** Throws `team_file_invalid` with every problem of the file. */
export async function readTeamFile(given: string | undefined, { home }: { readonly home: string }): Promise<TeamFile> {
  const file = given ?? DEFAULT_TEAM_FILE;
  const { values, problems } = await readYamlFile(TEAM_FILE, { file, text: textOf(file) }, (read, found) =>
    checkTeam({ team: teamOf(resolve(file), read), values: read, found, home }),
  );
  if (problems.length > 0) throw invalid(file, problems);
  return teamOf(resolve(file), values);
}

/** The id of the project, even if the rest of the file has problems: `synapse down` must be able to stop what runs. */
export async function readProjectId(given: string | undefined): Promise<string> {
  const file = given ?? DEFAULT_TEAM_FILE;
  const { values, problems } = await readYamlFile(TEAM_FILE, { file, text: textOf(file) });
  const id = values.project?.id;
  if (id === undefined) throw invalid(file, problems);
  return id;
}

function textOf(file: string): string {
  try {
    // `-f <(…)` and `-f /dev/stdin` are pipes that the user has named.
    return file.startsWith('/dev/') ? readFileSync(file, 'utf8') : readRegularFile(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw fail('team_file_not_found', { file });
    throw invalid(file, [{ file, line: 1, column: 1, message }]);
  }
}

function invalid(file: string, problems: readonly FileProblem[]): Error {
  return fail('team_file_invalid', { file, problems });
}
