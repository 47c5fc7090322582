/** `synapse external check`: reads the card again and makes a call that changes nothing. */
import type { Card, Reach } from '../../../a2a/external/main.js';
import { systemClock } from '../../../clock.js';
import { fail, type SynapseError } from '../../../errors.js';
import { synapseHome } from '../../../paths.js';
import { newId } from '../../../random-ids.js';
import {
  type ExternalAgent,
  isAllowed,
  listExternals,
  readContact,
  readExternal,
  writeContact,
} from '../../../registry/externals.js';
import { nameMeant } from '../../client/name-meant.js';
import { printJson, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';
import { externalJson } from './external-json.js';

const CALL_LIMIT_MS = 10_000;

export async function runExternalCheck(
  args: readonly string[],
  options: OptionValues<typeof jsonOptions>,
): Promise<number> {
  const home = synapseHome();
  const names = listExternals(home).map((known) => known.name);
  const name = nameMeant(args[0] ?? '', names);
  const agent = readExternal(home, name);
  if (!agent) throw fail('external_not_found', { name });
  const found = await tryCalls(agent);
  const isReachable = found.type === 'card';
  const keepsContexts = readContact(home, name)?.keepsContexts ?? false;
  const contact = {
    isReachable,
    reason: isReachable ? null : found.error.message,
    at: systemClock.now(),
    keepsContexts,
  };
  writeContact(home, name, contact);
  if (found.type === 'error') throw found.error;
  const { canStream, interfaces } = found.card;
  const used = interfaces.find(({ url }) => isAllowed(agent, new URL(url)));
  if (options.json) {
    const { url, binding, version } = used ?? {};
    const protocol = { url, binding, version, streaming: canStream };
    printJson({ external: { ...externalJson(agent, contact), interface: protocol } });
  } else {
    const { title } = found.card;
    const { binding, version } = used ?? {};
    if (canStream) printNote(`${name} answers: ${title} (A2A ${version} over ${binding}, with streaming).`);
    else printNote(`${name} answers: ${title} (A2A ${version} over ${binding}).`);
  }
  return 0;
}

type Found = { readonly type: 'card'; readonly card: Card } | { readonly type: 'error'; readonly error: SynapseError };

async function tryCalls(agent: ExternalAgent): Promise<Found> {
  const { name, cardUrl, token, ca } = agent;
  const { readCard, OutsideAgent } = await import('../../../a2a/external/main.js');
  const reach: Reach = { allows: (url) => isAllowed(agent, url), token, ca };
  const card = await readCard(cardUrl, reach);
  if (card.type === 'trouble') {
    const code = card.kind === 'broken' ? 'external_card_invalid' : 'external_unreachable';
    return { type: 'error', error: fail(code, { name, url: cardUrl, reason: card.reason }) };
  }
  const opened = await OutsideAgent.open(card, reach);
  if (!('read' in opened))
    return { type: 'error', error: fail('external_bad_answer', { name, reason: opened.reason }) };
  // It cannot know this task, so every error of A2A itself shows that it answers.
  const answer = await opened.read(newId(), AbortSignal.timeout(CALL_LIMIT_MS));
  if (answer.type === 'task' || answer.kind === 'refused') return { type: 'card', card };
  if (answer.kind === 'unauthorized') {
    return { type: 'error', error: fail('external_unauthorized', { name, reason: answer.reason }) };
  }
  const code = answer.kind === 'broken' ? 'external_bad_answer' : 'external_unreachable';
  return { type: 'error', error: fail(code, { name, url: cardUrl, reason: answer.reason }) };
}
