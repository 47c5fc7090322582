/** The outside A2A agents that a user has added. Each has a file that only the user can read, because it may hold a token. */
import { join } from 'node:path';
import { fail } from '../errors.js';
import { isAgentId } from '../ids.js';
import { ensureHomeDir, ensurePrivateDir, externalDir } from '../paths.js';
import type { KnownAgent } from './entry.js';
import { namesIn, readIfThere, removeIfThere, writeWhole } from './whole-files.js';

/** The type of every outside agent. No profile can have this name, because it is a word of the command line. */
export const EXTERNAL_TYPE = 'external';

export interface ExternalAgent {
  readonly name: string;
  /** Random. Mail is bound to it, so that it never goes to another agent that was added under the same name later. */
  readonly storeId: string;
  readonly cardUrl: string;
  /** The only origins that are called, and that get the token. */
  readonly origins: readonly string[];
  readonly token: string | null;
  /** The certificates that may have signed its own, as PEM; null for those that the system knows. */
  readonly ca: string | null;
  /** What its card says about it. */
  readonly title: string;
  readonly description: string;
  readonly createdAt: string;
}

const LOOPBACK_NAME = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** The origin of an address. All names of this machine are one, because a card may use another name than its reader. */
export function originOf(address: string | URL): string {
  const { protocol, hostname, port, origin } = new URL(address);
  return LOOPBACK_NAME.test(hostname) ? `${protocol}//localhost${port === '' ? '' : `:${port}`}` : origin;
}

/** Whether this agent may be called at that address. */
export function isAllowed({ origins }: Pick<ExternalAgent, 'origins'>, url: URL): boolean {
  return origins.includes(originOf(url));
}

/** What became of the last call, by whichever daemon made it. */
export interface Contact {
  readonly isReachable: boolean;
  readonly reason: string | null;
  readonly at: number;
  /** Whether it keeps the context ids that we choose, so that a task can be found by one. */
  readonly keepsContexts: boolean;
}

export function listExternals(home: string): ExternalAgent[] {
  return namesIn(externalDir(home))
    .filter((file) => file.endsWith(AGENT_SUFFIX))
    .flatMap((file) => readExternal(home, file.slice(0, -AGENT_SUFFIX.length)) ?? [])
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Null if there is none, or its file is damaged: then nothing is sent anywhere. */
export function readExternal(home: string, name: string): ExternalAgent | null {
  const file = isAgentId(name) ? parsed(agentFile(home, name)) : null;
  if (file?.name !== name || typeof file.id !== 'string' || typeof file.card_url !== 'string') return null;
  if (!Array.isArray(file.origins)) return null;
  return {
    name,
    storeId: file.id,
    cardUrl: file.card_url,
    origins: file.origins.map(String),
    token: typeof file.token === 'string' ? file.token : null,
    ca: typeof file.ca === 'string' ? file.ca : null,
    title: String(file.title ?? name),
    description: String(file.description ?? ''),
    createdAt: String(file.created_at ?? ''),
  };
}

export function writeExternal(home: string, agent: ExternalAgent): void {
  ensureHomeDir(home);
  ensurePrivateDir(externalDir(home));
  const { name, storeId, cardUrl, createdAt, origins, token, ca, title, description } = agent;
  const urls = { card_url: cardUrl, origins };
  const content = { name, id: storeId, ...urls, token, ca, title, description, created_at: createdAt };
  writeWhole(agentFile(home, name), `${JSON.stringify(content, null, 2)}\n`, { durable: true });
}

export function removeExternal(home: string, name: string): void {
  if (!isAgentId(name) || readIfThere(agentFile(home, name)) === null) throw fail('external_not_found', { name });
  removeIfThere(agentFile(home, name));
  removeIfThere(contactFile(home, name));
}

/** Null if it was never called. */
export function readContact(home: string, name: string): Contact | null {
  const file = parsed(contactFile(home, name));
  if (typeof file?.at !== 'number') return null;
  const reason = typeof file.reason === 'string' ? file.reason : null;
  return { isReachable: file.is_reachable === true, reason, at: file.at, keepsContexts: file.keeps_contexts === true };
}

/** Several daemons may call the same agent. The last one that was told something is right. */
export function writeContact(home: string, name: string, contact: Contact): void {
  if (readExternal(home, name) === null) return;
  const { isReachable, reason, at, keepsContexts } = contact;
  const content = { is_reachable: isReachable, reason, at, keeps_contexts: keepsContexts };
  writeWhole(contactFile(home, name), `${JSON.stringify(content)}\n`);
}

/** The outside agents as they are listed beside the others. */
export function externalsAsAgents(home: string): KnownAgent[] {
  return listExternals(home).map((external) => asKnownAgent(external, readContact(home, external.name)));
}

/** The outside agent as a target of messages. */
export function asKnownAgent({ name, storeId, title }: ExternalAgent, contact: Contact | null = null): KnownAgent {
  return {
    id: name,
    type: EXTERNAL_TYPE,
    name: null,
    role: title,
    kind: 'ai',
    lasting: true,
    storeId,
    project: null,
    cwd: '',
    status: contact?.isReachable === false ? 'unreachable' : 'ready',
    live: null,
  };
}

const AGENT_SUFFIX = '.agent.json';
const CONTACT_SUFFIX = '.contact.json';

function agentFile(home: string, name: string): string {
  return join(externalDir(home), `${name}${AGENT_SUFFIX}`);
}

function contactFile(home: string, name: string): string {
  return join(externalDir(home), `${name}${CONTACT_SUFFIX}`);
}

function parsed(file: string): Record<string, unknown> | null {
  try {
    const content: unknown = JSON.parse(readIfThere(file) ?? 'null');
    return typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
