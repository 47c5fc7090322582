/** `synapse restart`: stops an agent and starts it again as it was. */

import { SynapseError } from '../../../errors.js';
import { startAgain } from '../../../launch/start-again.js';
import { stopAgent } from '../../../launch/stop-agent.js';
import { isRunning } from '../../../registry/entry.js';
import { idOfDefined, registryHere } from '../../client/find-agent.js';
import { findOwnAgent } from '../../client/sender.js';
import { onInterrupt } from '../../entry/interrupt.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';
import { printStarted } from '../start/run.js';

export async function runRestart(args: readonly string[], options: OptionValues<typeof jsonOptions>): Promise<number> {
  const registry = await registryHere();
  const id = idOfDefined(registry, args[0] ?? '');
  const known = registry.get(id);
  if (known?.kind === 'ai' && isRunning(known)) {
    if ((await findOwnAgent(registry))?.id === id) {
      const reason = `This command runs in ${id}, and would end with it.`;
      throw new SynapseError('invalid_request', { reason }, { hint: `synapse restart ${id}, in another terminal` });
    }
    await stopAgent(registry, known, false);
  }
  onInterrupt(`Interrupted. ${id} may be running anyway; check with: synapse list`);
  printStarted(await startAgain(registry, id), options.json);
  return 0;
}
