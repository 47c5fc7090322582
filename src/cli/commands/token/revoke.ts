/** `synapse token revoke`: takes the access back. */
import { synapseHome } from '../../../paths.js';
import { listTokens, revokeToken } from '../../../registry/tokens.js';
import { nameMeant } from '../../client/name-meant.js';
import { printJson, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';

export function runTokenRevoke(args: readonly string[], options: OptionValues<typeof jsonOptions>): number {
  const home = synapseHome();
  const names = listTokens(home).map((token) => token.name);
  const name = nameMeant(args[0] ?? '', names);
  revokeToken(home, name);
  if (options.json) printJson({ token: { name, revoked: true } });
  else printNote(`Revoked the token ${name}.`);
  return 0;
}
