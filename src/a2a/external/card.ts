/** Reads the card of an outside agent, and decides at which address it is called. A card can say anything. */
import { DefaultAgentCardResolver } from '@a2a-js/sdk/client';
import { cleanText } from '../../clean-text.js';
import { MESSAGE_ID_EXTENSION } from '../message-id.js';
import { guardedFetch, type Reach } from './guarded-fetch.js';
import { asTrouble, CallFailed, type Trouble } from './trouble.js';

interface Interface {
  readonly url: string;
  /** JSONRPC or HTTP+JSON. */
  readonly binding: string;
  readonly version: string;
  readonly tenant: string;
}

export interface Card {
  readonly type: 'card';
  /** Where it was found. */
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly canStream: boolean;
  /** Whether it knows a message again by the id in its metadata, so that sending it twice does no harm. */
  readonly knowsMessageIds: boolean;
  /** Those that we can use, the best first. */
  readonly interfaces: readonly Interface[];
  readonly raw: unknown;
}

const BINDINGS: readonly string[] = ['JSONRPC', 'HTTP+JSON'];
const WELL_KNOWN = ['.well-known/agent-card.json', '.well-known/agent.json'];
const LONGEST_TITLE = 100;
const LONGEST_DESCRIPTION = 1_000;
const LONGEST_URL = 2_000;

const resolver = new DefaultAgentCardResolver({ legacyCompat: { enabled: true } });

/** The address of a card, or of the agent that has it at the well-known place. */
export async function readCard(address: string, reach: Reach): Promise<Card | Trouble> {
  let last: Trouble | null = null;
  for (const url of cardUrls(address)) {
    try {
      const response = await guardedFetch(reach)(url, {
        headers: { accept: 'application/json', 'a2a-version': '1.0' },
      });
      if (!response.ok) throw new CallFailed('down', 'status', { status: response.status });
      return cardIn(await response.json(), url);
    } catch (error) {
      last ??= asTrouble(error);
    }
  }
  return last as Trouble;
}

/** A name that ends in .json is that of the card itself. */
export function cardUrls(address: string): string[] {
  const url = new URL(address);
  if (url.pathname.endsWith('.json')) return [url.href];
  const base = new URL(url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`, url.origin);
  return WELL_KNOWN.map((path) => new URL(path, base).href);
}

/** Throws if it is not a card of an agent that we can call. */
export function cardIn(json: unknown, url: string): Card {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new CallFailed('broken', 'not_a_card');
  const raw = normalized(json);
  const { name, description, version, capabilities, supportedInterfaces } = raw;
  const { streaming, extensions } = (capabilities ?? {}) as { streaming?: unknown; extensions?: unknown };
  const interfaces = (Array.isArray(supportedInterfaces) ? supportedInterfaces : []).flatMap(usable).sort(newestFirst);
  if (typeof name !== 'string' || name.trim() === '') throw new CallFailed('broken', 'not_a_card');
  if (interfaces.length === 0) throw new CallFailed('broken', 'no_interface');
  return {
    type: 'card',
    url,
    title: brief(name, LONGEST_TITLE),
    description: brief(description, LONGEST_DESCRIPTION),
    version: brief(version, LONGEST_TITLE),
    canStream: streaming === true,
    knowsMessageIds: Array.isArray(extensions) && extensions.some((each) => each?.uri === MESSAGE_ID_EXTENSION),
    interfaces,
    raw,
  };
}

function normalized(json: object): Record<string, unknown> {
  try {
    return resolver.normalizeAgentCard(json) as unknown as Record<string, unknown>;
  } catch {
    throw new CallFailed('broken', 'not_a_card');
  }
}

function usable(each: unknown): Interface[] {
  const { url, protocolBinding, protocolVersion, tenant } = (each ?? {}) as Record<string, unknown>;
  const binding = String(protocolBinding ?? '').toUpperCase();
  if (typeof url !== 'string' || url.length > LONGEST_URL || !URL.canParse(url) || !BINDINGS.includes(binding))
    return [];
  if (!/^https?:$/.test(new URL(url).protocol)) return [];
  const version = String(protocolVersion ?? '1.0');
  if (!/^(0\.3|1\.)/.test(version)) return [];
  return [{ url, binding, version, tenant: typeof tenant === 'string' ? tenant : '' }];
}

/** Keeps the order of the card among those of the same version. */
function newestFirst(one: Interface, other: Interface): number {
  return Number(other.version.startsWith('1')) - Number(one.version.startsWith('1'));
}

/** One line without control characters. */
function brief(value: unknown, most: number): string {
  return typeof value === 'string' ? cleanText(value).replace(/\s+/g, ' ').trim().slice(0, most) : '';
}
