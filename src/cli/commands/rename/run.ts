/** `synapse rename`: gives an agent another name; its id stays the same. */

import { fail } from '../../../errors.js';
import { isRunning } from '../../../registry/entry.js';
import type { Registry } from '../../../registry/registry.js';
import { checkName } from '../../client/check-name.js';
import { ask, findAgent, registryHere } from '../../client/find-agent.js';
import { printJson, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';

export async function runRename(args: readonly string[], options: OptionValues<typeof jsonOptions>): Promise<number> {
  const [word = '', name = ''] = args;
  const registry = await registryHere();
  const agent = findAgent(registry, word);
  checkName(registry, agent.id, name);
  if (isRunning(agent)) await ask(registry, agent, { method: 'POST', path: '/control/rename', body: { name } });
  else renameStopped(registry, agent.id, name);
  if (options.json) printJson({ agent: { id: agent.id, name } });
  else printNote(`${agent.id} is now named ${name}.`);
  return 0;
}

function renameStopped(registry: Registry, id: string, name: string): void {
  const definition = registry.definition(id);
  if (!definition) throw fail('agent_not_running', { agent: id });
  registry.define({ ...definition, name });
}
