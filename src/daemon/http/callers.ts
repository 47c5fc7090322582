/** Identifies the caller by the credential alone, never by what the request claims. */
import { timingSafeEqual } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Clock } from '../../clock.js';
import { isAgentId } from '../../ids.js';
import { agentPaths } from '../../paths.js';
import { findToken, isTokenFor, tokenFileOf } from '../../registry/tokens.js';
import { readIfThere } from '../../registry/whole-files.js';
import type { RemoteCaller } from '../hosts/on-behalf.js';

/** The sender id of a token holder is `ext:<token name>`. */
export const OUTSIDE_PREFIX = 'ext:';

export interface Caller {
  readonly kind: 'self' | 'agent' | 'outside';
  readonly id: string;
  /** Set for an agent of another host, whose id names that host: `ada@laptop`. */
  readonly remote?: RemoteCaller;
}

/** A credential that was valid once stays valid for as long as the file behind it is unchanged. */
interface Remembered {
  readonly caller: Caller;
  readonly file: string;
  readonly version: string;
  lookedAtMs: number;
}

/** Requests within this time share one look at the file; a revoked token is refused after it. */
const LOOK_AGAIN_MS = 20;

const MOST_REMEMBERED = 1_000;

export class Callers {
  readonly #remembered = new Map<string, Remembered>();

  constructor(
    private readonly self: { readonly id: string; readonly home: string },
    private readonly clock: Clock,
  ) {}

  identify(authorization: string | undefined): Caller | null {
    if (authorization === undefined) return null;
    const known = this.#remembered.get(authorization);
    if (known && this.#isStillRight(known)) return known.caller;
    this.#remembered.delete(authorization);
    const token = /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1];
    const found = token === undefined ? null : this.#check(token);
    if (found && this.#remembered.size < MOST_REMEMBERED) this.#remembered.set(authorization, found);
    return found?.caller ?? null;
  }

  #isStillRight(known: Remembered): boolean {
    const nowMs = this.clock.monotonicMs();
    if (nowMs - known.lookedAtMs < LOOK_AGAIN_MS) return true;
    known.lookedAtMs = nowMs;
    return versionOf(known.file) === known.version;
  }

  /** A caller key is `<agent id>.<secret>`, an access token `syn_<name>_<secret>`, so one look at one file decides. */
  #check(token: string): Remembered | null {
    const dot = token.lastIndexOf('.');
    const file = dot > 0 ? this.#keyFile(token.slice(0, dot)) : tokenFileOf(this.self.home, token);
    const version = file && versionOf(file);
    if (!file || !version) return null;
    const caller = dot > 0 ? this.#agent(token, token.slice(0, dot), file) : this.#outside(token);
    return caller && { caller, file, version, lookedAtMs: this.clock.monotonicMs() };
  }

  #keyFile(id: string): string | null {
    return isAgentId(id) ? agentPaths(this.self.home, id).key : null;
  }

  #agent(token: string, id: string, file: string): Caller | null {
    const key = Buffer.from((readIfThere(file) ?? '').trim());
    const given = Buffer.from(token);
    if (key.length !== given.length || !timingSafeEqual(key, given)) return null;
    return { kind: id === this.self.id ? 'self' : 'agent', id };
  }

  #outside(token: string): Caller | null {
    const found = findToken(this.self.home, token);
    if (!found || (found.agent !== null && found.agent !== this.self.id)) return null;
    return { kind: 'outside', id: `${OUTSIDE_PREFIX}${found.name}` };
  }
}

/** Whether a waiting caller may still get an answer: the token of an outside program can be revoked in the meantime. */
export function isStillKnown(
  { home, self }: { readonly home: string; readonly self: { readonly id: string } },
  callerId: string,
): boolean {
  return !callerId.startsWith(OUTSIDE_PREFIX) || isTokenFor(home, callerId.slice(OUTSIDE_PREFIX.length), self.id);
}

function versionOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : null;
}
