/** `synapse interrupt`: presses the interrupt key in an agent's terminal. */
import { ask, findRunning, registryHere } from '../../client/find-agent.js';
import { printJson, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { sessionOptions } from '../../spec/shared-options.js';

export async function runInterrupt(
  args: readonly string[],
  options: OptionValues<typeof sessionOptions>,
): Promise<number> {
  const registry = await registryHere();
  const agent = findRunning(registry, args[0] ?? '');
  const { session } = options;
  await ask(registry, agent, { method: 'POST', path: '/control/interrupt', body: { session } });
  if (options.json) printJson({ agent: { id: agent.id, interrupted: true } });
  else printNote(`Pressed the interrupt key of ${agent.id}.`);
  return 0;
}
