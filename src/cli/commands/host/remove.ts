/** `synapse host remove`: ends the link to a host and forgets it. */
import { callDaemon } from '../../../a2a/local.js';
import { hostDaemon } from '../../client/hosts/host-daemon.js';
import { printJson, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';

export async function runHostRemove(
  args: readonly string[],
  options: OptionValues<typeof jsonOptions>,
): Promise<number> {
  const [name = ''] = args;
  const { home, address } = await hostDaemon();
  await callDaemon(address, home, { method: 'DELETE', path: `/hosts/${encodeURIComponent(name)}` });
  if (options.json) printJson({ host: { name, removed: true } });
  else printNote(`Removed the host ${name}.`);
  return 0;
}
