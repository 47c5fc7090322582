/** `synapse profiles list`: lists the kinds of programs that can be started. */
import { hangingLines } from '../../../clean-text.js';
import { LABELS } from '../../../i18n/said/labels.js';
import { told } from '../../../i18n/told.js';
import { synapseHome } from '../../../paths.js';
import { loadProfiles } from '../../../profiles/load-profile.js';
import { colorsFor, table } from '../../print/output.js';
import { printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';
import { profileJson } from './profile-json.js';

export async function runProfilesList(
  _args: readonly string[],
  options: OptionValues<typeof jsonOptions>,
): Promise<number> {
  const { profiles, problems } = await loadProfiles({ home: synapseHome(), cwd: process.cwd() });
  if (options.json) {
    printJson({ profiles: profiles.map(profileJson), problems: problems.map((problem) => problem.message) });
    return problems.length > 0 ? 1 : 0;
  }
  const rows = profiles.map((profile) => [
    { text: profile.name },
    { text: profile.command.join(' ') || told(LABELS.given_after) },
    { text: told(profile.line ? LABELS.lines : LABELS.full_screen) },
    { text: `${profile.ports.first}-${profile.ports.last}` },
    { text: profile.file ?? told(LABELS.built_in) },
  ]);
  printLine(table(['NAME', 'PROGRAM', 'READS', 'PORTS', 'DEFINED IN'], rows, await colorsFor(process.stdout)));
  for (const problem of problems) printNote(`warning: ${hangingLines(problem.message)}`);
  return problems.length > 0 ? 1 : 0;
}
