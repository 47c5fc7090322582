/** `synapse rename`: another name for an agent; its id stays. */
import { fail } from '../../../errors.js';
import { isAgentId } from '../../../ids.js';
import { isRunning } from '../../../registry/entry.js';
import { ask, findAgent, here, type Place } from '../../client/find-agent.js';
import { printJson, say } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/options.js';

export async function runRename(args: readonly string[], options: OptionValues<typeof jsonOptions>): Promise<number> {
  const [word = '', name = ''] = args;
  const place = here();
  const agent = findAgent(place, word);
  checkName(place, agent.id, name);
  if (isRunning(agent)) await ask(place, agent, { method: 'POST', path: '/control/rename', body: { name } });
  else renameStopped(place, agent.id, name);
  if (options.json) printJson({ id: agent.id, name });
  else say(`${agent.id} is now also called ${name}.`);
  return 0;
}

/** A name stands where an id can stand, so it follows the same rules. */
export function checkName({ registry }: Place, id: string | null, name: string): void {
  if (!isAgentId(name)) {
    throw fail('invalid_request', {
      reason: `"${name}" cannot be a name: letters, digits, dots, hyphens and underscores, at most 64.`,
    });
  }
  const owner = registry.list().find((other) => other.id !== id && (other.id === name || other.name === name));
  if (owner) throw fail('name_taken', { name, agent: owner.id });
}

function renameStopped({ registry }: Place, id: string, name: string): void {
  const definition = registry.definition(id);
  if (!definition) throw fail('agent_not_running', { agent: id });
  registry.define({ ...definition, name });
}
