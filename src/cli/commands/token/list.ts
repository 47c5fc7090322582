/** `synapse token list`: lists the access tokens, never the tokens themselves. */
import { LABELS } from '../../../i18n/said/labels.js';
import { told } from '../../../i18n/told.js';
import { synapseHome } from '../../../paths.js';
import { listTokens } from '../../../registry/tokens.js';
import { shownTime } from '../../print/local-time.js';
import { colorsFor, table } from '../../print/output.js';
import { printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';

export async function runTokenList(
  _args: readonly string[],
  options: OptionValues<typeof jsonOptions>,
): Promise<number> {
  const tokens = listTokens(synapseHome());
  if (options.json) {
    printJson({ tokens: tokens.map(({ name, agent, createdAt }) => ({ name, agent, created_at: createdAt })) });
  } else if (tokens.length === 0) {
    printNote('There are no tokens. Create one: synapse token create --name NAME');
  } else {
    const rows = tokens.map(({ name, agent, createdAt }) => [
      { text: name },
      { text: agent ?? told(LABELS.all_agents) },
      { text: shownTime(createdAt) },
    ]);
    printLine(table(['NAME', 'ACCESS TO', 'CREATED'], rows, await colorsFor(process.stdout)));
  }
  return 0;
}
