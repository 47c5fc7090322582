/** `synapse external list`: lists the outside agents, never their tokens. */
import { synapseHome } from '../../../paths.js';
import { type Contact, listExternals, readContact } from '../../../registry/externals.js';
import { colorsFor, table } from '../../print/output.js';
import { oneLine, printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';
import { externalJson } from './external-json.js';

export async function runExternalList(
  _args: readonly string[],
  options: OptionValues<typeof jsonOptions>,
): Promise<number> {
  const home = synapseHome();
  const agents = listExternals(home).map((agent) => ({ agent, contact: readContact(home, agent.name) }));
  if (options.json) {
    printJson({ externals: agents.map(({ agent, contact }) => externalJson(agent, contact)) });
  } else if (agents.length === 0) {
    printNote('There are no outside agents. Add one: synapse external add NAME URL');
  } else {
    const colors = await colorsFor(process.stdout);
    const rows = agents.map(({ agent, contact }) => [
      { text: agent.name, paint: colors.bold },
      { text: oneLine(agent.title) },
      { text: statusOf(contact), paint: contact?.isReachable ? colors.green : colors.yellow },
      { text: oneLine(agent.cardUrl) },
    ]);
    printLine(table(['NAME', 'TITLE', 'STATUS', 'CARD'], rows, colors));
  }
  return 0;
}

/** How it was when it was last called. */
function statusOf(contact: Contact | null): string {
  if (!contact) return '-';
  return contact.isReachable ? 'ready' : oneLine(`unreachable (${contact.reason ?? ''})`);
}
