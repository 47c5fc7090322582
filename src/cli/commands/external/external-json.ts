/** An outside agent as JSON, without its token. */
import { toIso } from '../../../clock.js';
import type { Contact, ExternalAgent } from '../../../registry/externals.js';

export function externalJson(agent: ExternalAgent, contact: Contact | null): Record<string, unknown> {
  const { name, title, description, cardUrl, origins, token, createdAt } = agent;
  return {
    name,
    title,
    description,
    card_url: cardUrl,
    origins,
    has_token: token !== null,
    reachable: contact?.isReachable ?? null,
    reason: contact?.reason ?? null,
    checked_at: contact ? toIso(contact.at) : null,
    created_at: createdAt,
  };
}
