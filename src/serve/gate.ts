/** Decides who is let in: only holders of an access token, within their limits. No other credential of Synapse is accepted. */
import { isIPv6 } from 'node:net';
import type { Clock } from '../clock.js';
import { type ErrorCode, fail, type SynapseError } from '../errors.js';
import { findToken } from '../registry/tokens.js';
import { Allowance } from './allowance.js';

/** Of one address in a minute. The right token opens all the same. */
const WRONG_TOKENS = 10;
/** Cards of one address in a minute. */
const CARDS = 120;

export interface Holder {
  readonly name: string;
  /** The only agent that the token is valid for; null means all. */
  readonly agent: string | null;
  readonly token: string;
}

/** A refusal, and when to try again if it is for being too fast. */
export interface Refusal {
  readonly error: SynapseError;
  readonly retryAfterS: number | null;
}

export class Gate {
  readonly #home: string;
  readonly #requests: Allowance;
  readonly #wrong: Allowance;
  readonly #cards: Allowance;

  constructor(home: string, perMinute: number, clock: Clock) {
    this.#home = home;
    this.#requests = new Allowance(perMinute, clock);
    this.#wrong = new Allowance(WRONG_TOKENS, clock);
    this.#cards = new Allowance(CARDS, clock);
  }

  /** For a card, which needs no token. */
  stranger(address: string): Refusal | null {
    return tooFast(networkOf(address), this.#cards.take(networkOf(address)));
  }

  holder(address: string, authorization: string | undefined): Holder | Refusal {
    const token = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1] ?? '';
    const found = findToken(this.#home, token);
    if (found) return tooFast(`ext:${found.name}`, this.#requests.take(found.name)) ?? { ...found, token };
    const network = networkOf(address);
    return tooFast(network, this.#wrong.take(network)) ?? refusal('authentication_required');
  }
}

function tooFast(caller: string, seconds: number | null): Refusal | null {
  return seconds === null ? null : refusal('too_many_requests', { caller, seconds }, seconds);
}

function refusal(code: ErrorCode, details: Record<string, unknown> = {}, retryAfterS: number | null = null): Refusal {
  return { error: fail(code, details), retryAfterS };
}

/** Whoever has an address of version 6 has at least 2^64 of them. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.replace(/%.*$/, '').split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0') : [];
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}
