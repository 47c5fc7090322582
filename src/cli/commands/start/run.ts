/** `synapse start`: starts a program as an agent, in the background. */
import { startAgent } from '../../../launch/start-agent.js';
import { localRegistry } from '../../client/find-agent.js';
import { onInterrupt } from '../../entry/interrupt.js';
import { printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { readLaunch } from './launch.js';
import type { startOptions } from './spec.js';

export async function runStart(args: readonly string[], options: OptionValues<typeof startOptions>): Promise<number> {
  const launch = await readLaunch(args, options);
  onInterrupt(`Interrupted. ${launch.id ?? 'The agent'} may be running anyway; check with: synapse list`);
  const { session: _session, ...started } = await startAgent(launch, localRegistry());
  if (options.json) printJson(started);
  else {
    printLine(started.id);
    printNote(`Started on port ${started.port}. Send it a message: synapse send ${started.id} "…"`);
  }
  return 0;
}
