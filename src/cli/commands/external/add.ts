/** `synapse external add`: reads the card of an A2A agent and keeps its address under a name. */
import type { Card } from '../../../a2a/external/main.js';
import { systemClock, toIso } from '../../../clock.js';
import { fail } from '../../../errors.js';
import { BUILTIN_PROFILES } from '../../../profiles/builtin-profiles.js';
import { newId } from '../../../random-ids.js';
import {
  type ExternalAgent,
  originOf,
  readExternal,
  writeContact,
  writeExternal,
} from '../../../registry/externals.js';
import { checkSpelling, mustBeFree } from '../../client/check-name.js';
import { registryHere } from '../../client/find-agent.js';
import { printJson, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { readAuthority } from './authority.js';
import { externalJson } from './external-json.js';
import type { externalAddOptions } from './spec.js';
import { readToken } from './token.js';

type Options = OptionValues<typeof externalAddOptions>;

export async function runExternalAdd(args: readonly string[], options: Options): Promise<number> {
  const [name = '', address = ''] = args;
  const { home } = await freeName(name, options);
  const url = addressIn(address);
  const token = readToken(options);
  const ca = readAuthority(options.ca);
  mustBeSafe(url, options);
  const { readCard } = await import('../../../a2a/external/main.js');
  const card = await readCard(url.href, { allows: (other) => originOf(other) === originOf(url), token, ca });
  if (card.type === 'trouble') {
    const code = card.kind === 'broken' ? 'external_card_invalid' : 'external_unreachable';
    throw fail(code, { name, url: url.href, reason: card.reason });
  }
  const before = readExternal(home, name);
  const agent: ExternalAgent = {
    name,
    // Open tasks go on if only the token is new.
    storeId: before?.cardUrl === card.url ? before.storeId : newId(),
    cardUrl: card.url,
    origins: originsOf(card, url, options),
    token,
    ca,
    title: card.title,
    description: card.description,
    createdAt: toIso(systemClock.now()),
  };
  writeExternal(home, agent);
  const contact = { isReachable: true, reason: null, at: systemClock.now(), keepsContexts: false };
  writeContact(home, name, contact);
  if (options.json) printJson({ external: externalJson(agent, contact) });
  else printNote(`Added ${name}: ${card.title}. To ask it something: synapse send ${name} "…" --response`);
  return 0;
}

/** A name means one agent, wherever it comes from. */
async function freeName(name: string, { replace }: Options): Promise<{ readonly home: string }> {
  const registry = await registryHere();
  checkSpelling(name, 'name');
  mustBeFree(registry, null, name);
  if (BUILTIN_PROFILES.some((profile) => profile.name === name)) {
    throw fail('invalid_request', { reason: `${name} is the name of a profile. Choose another name.` });
  }
  if (!replace && readExternal(registry.home, name) !== null) throw fail('external_exists', { name });
  return registry;
}

function addressIn(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw fail('invalid_request', { reason: `"${text}" must be an http or https address without a password.` });
  }
  return url;
}

/** Prefers an interface at the host of the card. */
function originsOf(card: Card, url: URL, options: Options): string[] {
  const home = originOf(url);
  const origins = card.interfaces.map((each) => originOf(each.url));
  if (origins.includes(home)) return [home];
  const other = new URL(card.interfaces[0]?.url ?? card.url);
  if (!options.allowOtherHost) throw fail('external_other_host', { url: card.url, origin: other.origin });
  mustBeSafe(other, options);
  return [home, originOf(other)];
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function mustBeSafe({ protocol, hostname, origin }: URL, { allowHttp }: Options): void {
  if (protocol !== 'https:' && !LOOPBACK.test(hostname) && !allowHttp) throw fail('external_insecure', { origin });
}
