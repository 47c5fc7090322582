/** `synapse token revoke`: takes the access back. */
import { synapseHome } from '../../../paths.js';
import { revokeToken } from '../../../registry/tokens.js';
import { printJson, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';

export function runTokenRevoke(args: readonly string[], options: OptionValues<typeof jsonOptions>): number {
  const name = args[0] ?? '';
  revokeToken(synapseHome(), name);
  if (options.json) printJson({ token: { name, revoked: true } });
  else printNote(`Revoked the token ${name}.`);
  return 0;
}
