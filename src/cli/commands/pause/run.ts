/** `synapse pause`: holds back messages to an agent. */
import { registryHere } from '../../client/find-agent.js';
import { setPaused } from '../../client/set-paused.js';
import { printJson, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';

export async function runPause(args: readonly string[], options: OptionValues<typeof jsonOptions>): Promise<number> {
  const id = await setPaused(await registryHere(), args[0] ?? '', 'pause');
  if (options.json) printJson({ agent: { id, paused: true } });
  else printNote(`Paused ${id}. To continue: synapse resume ${id}`);
  return 0;
}
