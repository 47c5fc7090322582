/** `synapse project create`: creates a project for a folder. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail } from '../../../errors.js';
import { keepEnvironment } from '../../../launch/project-environment.js';
import { synapseHome } from '../../../paths.js';
import { askTeam } from '../../client/ask-team.js';
import { oneLine, printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { Project } from './project-json.js';
import type { projectCreateOptions } from './spec.js';

export async function runProjectCreate(
  args: readonly string[],
  options: OptionValues<typeof projectCreateOptions>,
): Promise<number> {
  const id = args[0] ?? '';
  const { name, requireConversations: require_conversations } = options;
  const body = { id, name, dir: folderOf(options.dir), require_conversations };
  const answer = await askTeam({ path: '/projects', body });
  const project = answer.project as Project;
  keepEnvironment(synapseHome(), project.id, process.env);
  if (options.json) printJson(answer);
  else {
    printLine(project.id);
    printNote(
      `Created the project ${oneLine(project.name)}. To add agents: synapse agent add <id> --project ${project.id}`,
    );
  }
  return 0;
}

/** Null for a project without a folder, which an empty --dir asks for. */
function folderOf(given: string | undefined): string | null {
  if (given === '') return null;
  const dir = resolve(given ?? '.');
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return dir;
  throw fail('invalid_request', { reason: `There is no folder ${dir}.` });
}
