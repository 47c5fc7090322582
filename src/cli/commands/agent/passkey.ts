/** `synapse agent passkey`: creates a new passkey for an agent. */
import { askTeam } from '../../client/ask-team.js';
import { printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';

export async function runAgentPasskey(
  args: readonly string[],
  options: OptionValues<typeof jsonOptions>,
): Promise<number> {
  const id = args[0] ?? '';
  const { passkey } = await askTeam({ path: `/agents/${encodeURIComponent(id)}/passkey`, body: {} });
  if (options.json) printJson({ agent: { id, passkey } });
  else {
    printLine(String(passkey));
    printNote('Store it now; it is not shown again. The previous passkey no longer works.');
  }
  return 0;
}
