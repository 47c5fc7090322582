/** `synapse token create`: gives an outside program access. */
import { systemClock, toIso } from '../../../clock.js';
import { fail } from '../../../errors.js';
import { createToken } from '../../../registry/tokens.js';
import { findAgent, localRegistry } from '../../client/find-agent.js';
import { printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { tokenCreateOptions } from './spec.js';

export function runTokenCreate(_args: readonly string[], options: OptionValues<typeof tokenCreateOptions>): number {
  const { name } = options;
  if (name === undefined) throw fail('invalid_request', { reason: 'A token needs a --name.' });
  const registry = localRegistry();
  const agent = options.agent === undefined ? null : findAgent(registry, options.agent).id;
  const createdAt = toIso(systemClock.now());
  const token = createToken(registry.home, { name, agent, createdAt });
  if (options.json) {
    printJson({ token: { name, agent, text: token, created_at: createdAt } });
    return 0;
  }
  printLine(token);
  printNote('Store it now; it is not shown again. Send it as: Authorization: Bearer <token>');
  return 0;
}
