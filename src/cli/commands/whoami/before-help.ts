/** What `--help` begins with inside an agent: who it is, and which requests it has not answered. */
import { callDaemon } from '../../../a2a/local.js';
import { withoutControls } from '../../../clean-text.js';
import { WHOAMI } from '../../../i18n/said/whoami.js';
import { told } from '../../../i18n/told.js';
import { localRegistry } from '../../client/find-agent.js';
import { findOwnAgent } from '../../client/sender.js';
import { oneLine } from '../../print/stdio.js';
import { cutToWidth } from '../../print/width.js';
import type { OpenRequest } from './situation.js';

/** A help must not wait for a daemon that hangs. */
const PATIENCE_MS = 1_000;
const MOST_REQUESTS = 3;

/** Null outside an agent, and wherever its daemon does not tell. */
export async function situationBeforeHelp(width: number): Promise<string | null> {
  if (!process.env.SYNAPSE_AGENT_ID) return null;
  try {
    const registry = localRegistry();
    const own = await findOwnAgent(registry);
    if (!own) return null;
    const call = { path: '/targets', timeoutMs: PATIENCE_MS };
    const { targets } = (await callDaemon(own, registry.home, call)) as { targets: OpenRequest[] };
    return describeBeforeHelp(own, targets, width);
  } catch {
    return null;
  }
}

export function describeBeforeHelp(
  { id, name }: { readonly id: string; readonly name: string | null },
  requests: readonly OpenRequest[],
  width: number,
): string {
  const who = told(name === null ? WHOAMI.you_are : WHOAMI.you_are_named, { id, ...(name === null ? {} : { name }) });
  const { length: count } = requests;
  const open = told(count === 0 ? WHOAMI.help_none : count === 1 ? WHOAMI.help_one : WHOAMI.help_some, { count });
  const shown = requests.slice(0, MOST_REQUESTS);
  const more = count - shown.length;
  return [
    withoutControls(`${who} ${open}`),
    ...shown.map(({ short_id, sender, text }) =>
      cutToWidth(`  ${short_id}  ${oneLine(sender)}  ${oneLine(text)}`, width),
    ),
    ...(more > 0 ? [`  ${told(WHOAMI.help_more, { count: more })}`] : []),
    ...(count > 0 ? [`  synapse reply --to ${shown[0]?.short_id} "…"`] : []),
  ].join('\n');
}
