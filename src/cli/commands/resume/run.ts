/** `synapse resume`: delivers messages to a paused agent again. */
import { registryHere } from '../../client/find-agent.js';
import { setPaused } from '../../client/set-paused.js';
import { printJson, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';

export async function runResume(args: readonly string[], options: OptionValues<typeof jsonOptions>): Promise<number> {
  const id = await setPaused(await registryHere(), args[0] ?? '', 'resume');
  if (options.json) printJson({ agent: { id, paused: false } });
  else printNote(`Resumed ${id}.`);
  return 0;
}
