/** `synapse project list`: lists the projects. */
import { askTeam } from '../../client/ask-team.js';
import { colorsFor, table } from '../../print/output.js';
import { printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';
import type { Project } from './project-json.js';

export async function runProjectList(
  _args: readonly string[],
  options: OptionValues<typeof jsonOptions>,
): Promise<number> {
  const answer = (await askTeam({ path: '/projects' })) as { projects: Project[] };
  if (options.json) printJson(answer);
  else if (answer.projects.length === 0) printNote('There are no projects. Create one: synapse project create <id>');
  else {
    const rows = answer.projects.map(({ id, name, working_directory, status }) =>
      [id, name, status, working_directory ?? '-'].map((text) => ({ text })),
    );
    printLine(table(['ID', 'NAME', 'STATUS', 'DIRECTORY'], rows, await colorsFor(process.stdout)));
  }
  return 0;
}
