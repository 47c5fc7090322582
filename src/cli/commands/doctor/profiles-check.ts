/** Checks the profiles, and says which of their programs are installed. */
import { loadProfiles } from '../../../profiles/load-profile.js';
import { isOnPath } from '../../../profiles/on-path.js';
import type { Registry } from '../../../registry/registry.js';
import { type Finding, ok, problem } from './finding.js';

export async function checkProfiles({ home }: Registry): Promise<Finding[]> {
  const { profiles, problems } = await loadProfiles({ home, cwd: process.cwd() });
  const programs = profiles.flatMap(({ name, command: [file] }) => (file ? [{ name, file }] : []));
  const names = (list: typeof programs) => list.map(({ name }) => name).join(', ');
  const found = programs.filter(({ file }) => isOnPath(file));
  const missing = programs.filter((program) => !found.includes(program));
  const sentence =
    found.length === 0
      ? `none is installed of ${names(missing)}`
      : missing.length === 0
        ? `installed: ${names(found)}`
        : `installed: ${names(found)}; not installed: ${names(missing)}`;
  const installed = ok('agents', sentence);
  if (problems.length === 0) return [ok('profiles', `${profiles.length} profiles`), installed];
  return problems.map((error) =>
    problem('profiles', oneLine(error), 'Fix the file; for an example, run: synapse profiles show shell'),
  );
}

/** The problems of a profile follow on lines of their own. */
function oneLine(error: Error): string {
  return error.message.replace(/\n\s*/g, ' ');
}
