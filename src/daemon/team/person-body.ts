/** Decodes the body of a request that only people may make, one field at a time. */
import { fail } from '../../errors.js';
import { isAgentId } from '../../ids.js';
import { type Fields, fieldsOf, wrong } from '../http/door/fields.js';
import type { Exchange } from '../http/exchange.js';
import type { TeamAccess } from './team-access.js';

export async function personBody(access: TeamAccess, exchange: Pick<Exchange, 'caller' | 'body'>): Promise<Fields> {
  mustBePerson(access, exchange);
  return fieldsOf(await exchange.body());
}

/** Refuses the daemons of programs: programs use tools, and do not change their team. */
export function mustBePerson({ isPerson, context }: TeamAccess, { caller }: Pick<Exchange, 'caller'>): void {
  if (!isPerson) throw fail('unauthorized', { agent_id: caller.id, agent: context.self.id });
}

/** The id of a project or an agent, which becomes part of file names. */
export function idIn({ id }: { readonly id?: unknown }): string {
  if (typeof id !== 'string') throw wrong('id', 'a text');
  if (isAgentId(id)) return id;
  throw fail('invalid_request', {
    reason: `"${id}" is not a valid id. Use up to 64 letters, digits, dots, hyphens and underscores.`,
  });
}

export function textIn(body: Fields, key: string): string {
  const value = optionalTextIn(body, key);
  if (value === null || value.trim() === '') throw wrong(key, 'a text');
  return value;
}

export function optionalTextIn(body: Fields, key: string): string | null {
  const value = body[key] ?? null;
  if (value !== null && typeof value !== 'string') throw wrong(key, 'a text');
  return value;
}

/** Names appear in lists and are typed into terminals, so they must be one line. */
export function oneLine(value: unknown, key: string): string {
  if (typeof value !== 'string' || value === '') throw wrong(key, 'a text');
  if (value.trim() === '' || /[\p{Cc}\u2028\u2029]/u.test(value)) throw wrong(key, 'one line of text');
  return value;
}
