/** `synapse agent add`: adds an agent to a project, or changes one. */
import { fail } from '../../../errors.js';
import { askTeam } from '../../client/ask-team.js';
import { printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { environmentOf } from '../start/launch.js';
import type { agentAddOptions } from './spec.js';

export async function runAgentAdd(
  args: readonly string[],
  options: OptionValues<typeof agentAddOptions>,
): Promise<number> {
  const { project, kind, name, parent, manager, profile, command, role, cwd, auto, json } = options;
  if (project === undefined) throw fail('invalid_request', { reason: '--project is required.' });
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
