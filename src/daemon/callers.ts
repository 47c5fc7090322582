/** Who is calling: told by the credential alone, never by what the request says of itself. */
import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.js';
import { isAgentId } from '../ids.js';
import { agentPaths } from '../paths.js';
import { readIfThere } from '../registry/files.js';
import { findToken } from '../registry/tokens.js';

/** The sender id of a program outside is `ext:<token name>`. */
export const OUTSIDE_PREFIX = 'ext:';

export interface Caller {
  readonly kind: 'self' | 'agent' | 'outside';
  readonly id: string;
}

/** A key file is read again at most this often, so that a replaced key stops working soon. */
const KEY_MEMORY_MS = 1_000;

export class Callers {
  readonly #remembered = new Map<string, { key: Buffer; readAt: number }>();

  constructor(
    private readonly self: { readonly id: string; readonly home: string },
    private readonly clock: Clock,
  ) {}

  /** A caller key reads `<agent id>.<secret>`, so one look at one file decides. */
  identify(authorization: string | undefined): Caller | null {
    const token = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return null;
    const dot = token.lastIndexOf('.');
    if (dot > 0) return this.#agent(token, token.slice(0, dot));
    const found = findToken(this.self.home, token);
    if (!found || (found.agent !== null && found.agent !== this.self.id)) return null;
    return { kind: 'outside', id: `${OUTSIDE_PREFIX}${found.name}` };
  }

  #agent(token: string, id: string): Caller | null {
    if (!isAgentId(id)) return null;
    const key = this.#keyOf(id);
    const given = Buffer.from(token);
    if (!key || key.length !== given.length || !timingSafeEqual(key, given)) return null;
    return { kind: id === this.self.id ? 'self' : 'agent', id };
  }

  #keyOf(id: string): Buffer | null {
    const nowMs = this.clock.monotonicMs();
    const known = this.#remembered.get(id);
    if (known && nowMs - known.readAt < KEY_MEMORY_MS) return known.key;
    const text = readIfThere(agentPaths(this.self.home, id).key);
    if (text === null) return null;
    const key = Buffer.from(text.trim());
    this.#remembered.set(id, { key, readAt: nowMs });
    return key;
  }
}
