/** `synapse token`: access for programs outside. */
import { systemClock, toIso } from '../../../clock.js';
import { fail } from '../../../errors.js';
import { createToken, listTokens, revokeToken } from '../../../registry/tokens.js';
import { findAgent, here } from '../../client/find-agent.js';
import { coloursFor, table } from '../../print/output.js';
import { printJson, printLine, say } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions, tokenCreateOptions } from '../../spec/options.js';

export function runTokenCreate(_args: readonly string[], options: OptionValues<typeof tokenCreateOptions>): number {
  const { name } = options;
  if (name === undefined) throw fail('invalid_request', { reason: 'A token needs a name: --name NAME.' });
  const place = here();
  const agent = options.agent === undefined ? null : findAgent(place, options.agent).id;
  const createdAt = toIso(systemClock.now());
  const token = createToken(place.home, { name, agent, createdAt });
  if (options.json) {
    printJson({ name, agent, token, created_at: createdAt });
    return 0;
  }
  printLine(token);
  say('Keep it now: it is not shown again. Send it as: Authorization: Bearer <token>');
  return 0;
}

export async function runTokenList(
  _args: readonly string[],
  options: OptionValues<typeof jsonOptions>,
): Promise<number> {
  const tokens = listTokens(here().home);
  if (options.json) {
    printJson({ tokens: tokens.map(({ name, agent, createdAt }) => ({ name, agent, created_at: createdAt })) });
  } else if (tokens.length === 0) {
    say('There are no tokens. Make one: synapse token create --name NAME');
  } else {
    const rows = tokens.map(({ name, agent, createdAt }) => [
      { text: name },
      { text: agent ?? 'every agent' },
      { text: createdAt },
    ]);
    printLine(table(['NAME', 'VALID FOR', 'CREATED'], rows, await coloursFor(process.stdout)));
  }
  return 0;
}

export function runTokenRevoke(args: readonly string[], options: OptionValues<typeof jsonOptions>): number {
  const name = args[0] ?? '';
  revokeToken(here().home, name);
  if (options.json) printJson({ name, revoked: true });
  else say(`The token ${name} is refused from now on.`);
  return 0;
}
