/** `synapse agent add`: adds an agent to a project, or changes one. */
import { askTeam } from '../../client/ask-team.js';
import { printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { projectNeeded } from '../project/project-of-folder.js';
import { environmentOf } from '../start/launch.js';
import type { agentAddOptions } from './spec.js';

export async function runAgentAdd(
  args: readonly string[],
  options: OptionValues<typeof agentAddOptions>,
): Promise<number> {
  const { project: named, kind, name, parent, manager, profile, command, role, cwd, auto, json } = options;
  const project = await projectNeeded(named);
  const env = options.env && environmentOf(options.env);
  const given = { kind, name, parent, manager, profile, command, role, cwd, env, auto };
  const answer = await askTeam({ path: '/agents', body: { id: args[0], project, ...given } });
  if (json) printJson(answer);
  else {
    printLine(answer.agent.id);
    printNote(`Added ${answer.agent.id} to ${project}.`);
  }
  return 0;
}
