/** Where `synapse serve` listens, and what clients call it. */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { fail } from '../errors.js';

export interface ListenAddress {
  /** As it was typed, without brackets. */
  readonly host: string;
  /** The address that this name means. */
  readonly address: string;
  readonly port: number;
  readonly reach: 'loopback' | 'one address' | 'every address';
}

const HIGHEST_PORT = 65_535;

/** `127.0.0.1:8443`, `[::]:8443`, `localhost:8443`. */
export function parseListen(text: string): { readonly host: string; readonly port: number } {
  const [, inBrackets, plain, port = ''] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = inBrackets ?? plain;
  if (host === undefined || Number(port) > HIGHEST_PORT || (inBrackets !== undefined && isIP(inBrackets) !== 6)) {
    throw fail('invalid_request', {
      reason: `--listen takes an address and a port such as 127.0.0.1:8443, not "${text}".`,
    });
  }
  return { host, port: Number(port) };
}

export async function resolveListen(text: string): Promise<ListenAddress> {
  const { host, port } = parseListen(text);
  const { address } = await lookup(host).catch((error: Error) => {
    throw fail('cannot_listen', { address: text, reason: error.message });
  });
  return { host, address, port, reach: reachOf(address) };
}

export function reachOf(address: string): ListenAddress['reach'] {
  if (address === '0.0.0.0' || /^[0:]+$/.test(address)) return 'every address';
  return LOOPBACK.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') ? 'loopback' : 'one address';
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** What `--url` may be. Behind a proxy it can have a path, which the proxy takes away. */
export function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '';
  if (!isPlain)
    throw fail('invalid_request', {
      reason: `--url takes an address such as https://agents.example.com, not "${text}".`,
    });
  if (url.protocol === 'http:' && !LOOPBACK_NAMES.has(url.hostname)) throw fail('serve_needs_tls', { address: text });
  return url.href.replace(/\/+$/, '');
}

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What clients call it if `--url` does not say. */
export function ownUrl({ host }: Pick<ListenAddress, 'host'>, port: number, isEncrypted: boolean): string {
  return new URL(`${isEncrypted ? 'https' : 'http'}://${inUrl(host)}:${port}`).href.replace(/\/$/, '');
}

/** The names that a request may be for. */
export function ownNames({ host, address, reach }: ListenAddress, url: string): ReadonlySet<string> {
  const names = [new URL(url).hostname, inUrl(host).toLowerCase()];
  if (reach !== 'every address') names.push(inUrl(address));
  return new Set(reach === 'loopback' ? [...names, ...LOOPBACK_NAMES] : names);
}

function inUrl(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}
