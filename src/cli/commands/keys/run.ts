/** `synapse keys`: types keys into an agent's terminal, like a person at the keyboard. */
import { ask, findRunning, registryHere } from '../../client/find-agent.js';
import { printJson } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { sessionOptions } from '../../spec/shared-options.js';

export async function runKeys(args: readonly string[], options: OptionValues<typeof sessionOptions>): Promise<number> {
  const [word = '', keys = ''] = args;
  const registry = await registryHere();
  const agent = findRunning(registry, word);
  const { session } = options;
  await ask(registry, agent, { path: '/control/keys', body: { keys, session } });
  if (options.json) printJson({ agent: { id: agent.id, keys } });
  return 0;
}
