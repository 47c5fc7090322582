/** `synapse project`: projects and who works in them. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail } from '../../../errors.js';
import { askTeam } from '../../client/team-daemon.js';
import { coloursFor, table } from '../../print/output.js';
import { printJson, printLine, say } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions, projectCreateOptions } from '../../spec/options.js';
import { type TeamAgent, tree } from './agent.js';

interface Project {
  readonly id: string;
  readonly name: string;
  readonly working_directory: string | null;
  readonly status: string;
  readonly created_by: string;
}

type Json = OptionValues<typeof jsonOptions>;

export async function runProjectCreate(
  args: readonly string[],
  options: OptionValues<typeof projectCreateOptions>,
): Promise<number> {
  const id = args[0] ?? '';
  const answer = await askTeam({ path: '/projects', body: { id, name: options.name, dir: folderOf(options.dir) } });
  const project = answer.project as Project;
  if (options.json) printJson(answer);
  else {
    printLine(project.id);
    say(`Made the project ${project.name}. Add agents: synapse agent add <id> --project ${project.id}`);
  }
  return 0;
}

export async function runProjectList(_args: readonly string[], options: Json): Promise<number> {
  const answer = (await askTeam({ path: '/projects' })) as { projects: Project[] };
  if (options.json) printJson(answer);
  else if (answer.projects.length === 0) say('There are no projects. Make one: synapse project create <id>');
  else {
    const rows = answer.projects.map(({ id, name, working_directory, status }) =>
      [id, name, status, working_directory ?? '-'].map((text) => ({ text })),
    );
    printLine(table(['ID', 'NAME', 'STATUS', 'DIRECTORY'], rows, await coloursFor(process.stdout)));
  }
  return 0;
}

export async function runProjectShow(args: readonly string[], options: Json): Promise<number> {
  const answer = await askTeam({ path: `/projects/${encodeURIComponent(args[0] ?? '')}` });
  const { project, agents } = answer as { project: Project; agents: TeamAgent[] };
  if (options.json) printJson(answer);
  else {
    printLine(`${project.id}  ${project.name}`);
    printLine(`directory   ${project.working_directory ?? '-'}`);
    printLine(`status      ${project.status}`);
    printLine(`created by  ${project.created_by}\n`);
    printLine(tree(agents));
  }
  return 0;
}

/** Null for a project without a folder, which was asked for with an empty one. */
function folderOf(given: string | undefined): string | null {
  if (given === '') return null;
  const dir = resolve(given ?? '.');
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return dir;
  throw fail('invalid_request', { reason: `There is no folder ${dir}.` });
}
