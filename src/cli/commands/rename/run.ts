/** `synapse rename`: gives an agent another name; its id stays the same. */
import { fail } from '../../../errors.js';
import { isRunning } from '../../../registry/entry.js';
import { checkName } from '../../client/check-name.js';
import { ask, findAgent, here, type Place } from '../../client/find-agent.js';
import { printJson, say } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';

export async function runRename(args: readonly string[], options: OptionValues<typeof jsonOptions>): Promise<number> {
  const [word = '', name = ''] = args;
  const place = here();
  const agent = findAgent(place, word);
  checkName(place, agent.id, name);
  if (isRunning(agent)) await ask(place, agent, { method: 'POST', path: '/control/rename', body: { name } });
  else renameStopped(place, agent.id, name);
  if (options.json) printJson({ id: agent.id, name });
  else say(`${agent.id} is now named ${name}.`);
  return 0;
}

function renameStopped({ registry }: Place, id: string, name: string): void {
  const definition = registry.definition(id);
  if (!definition) throw fail('agent_not_running', { agent: id });
  registry.define({ ...definition, name });
}
