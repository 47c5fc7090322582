/** `synapse external remove`: forgets an outside agent and its token. */
import { synapseHome } from '../../../paths.js';
import { listExternals, removeExternal } from '../../../registry/externals.js';
import { nameMeant } from '../../client/name-meant.js';
import { printJson, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';

export function runExternalRemove(args: readonly string[], options: OptionValues<typeof jsonOptions>): number {
  const home = synapseHome();
  const names = listExternals(home).map((agent) => agent.name);
  const name = nameMeant(args[0] ?? '', names);
  removeExternal(home, name);
  if (options.json) printJson({ external: { name, removed: true } });
  else printNote(`Removed the outside agent ${name}.`);
  return 0;
}
