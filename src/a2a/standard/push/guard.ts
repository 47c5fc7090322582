/**
 * Decides which addresses a client may have called. Otherwise it could reach, through this agent, what only this machine
 * or its network can reach.
 */
import { lookup as lookUp } from 'node:dns/promises';
import { BlockList, isIP, isIPv4 } from 'node:net';

export class AddressGuard {
  readonly #hosts: ReadonlySet<string>;
  readonly #networks = new BlockList();

  /** `allowed` lists what is allowed although it is not public: `host`, `host:port`, addresses and networks (CIDR). */
  constructor(allowed: string) {
    const words = allowed.split(/[\s,]+/).filter((word) => word !== '');
    this.#hosts = new Set(words.map((word) => word.toLowerCase()));
    for (const word of words) this.#allowNetwork(word);
  }

  /** Why this address is refused; null if it is not. A name that cannot be resolved now may be later. */
  async refusal(url: string): Promise<string | null> {
    const target = readTarget(url);
    if (typeof target === 'string') return target;
    if (this.isNamed(target)) return null;
    const found = isIP(target.host) ? [{ address: target.host }] : await addressesOf(target.host);
    const wrong = found.find(({ address }) => !this.isAllowed(address));
    return wrong ? `${target.host} is not a public address. Allow it with SYNAPSE_PUSH_ALLOW.` : null;
  }

  isNamed({ host, port }: Target): boolean {
    const name = host.includes(':') ? `[${host}]` : host;
    return this.#hosts.has(name) || this.#hosts.has(host) || this.#hosts.has(`${name}:${port}`);
  }

  isAllowed(address: string): boolean {
    const plain = withoutMapping(address);
    const family = isIPv4(plain) ? 'ipv4' : 'ipv6';
    return this.#networks.check(plain, family) || !NOT_PUBLIC.check(plain, family);
  }

  #allowNetwork(word: string): void {
    const [address = '', bits] = word.replace(/^\[(.*)\]$/, '$1').split('/');
    const kind = isIP(address);
    if (kind === 0) return;
    const family = kind === 4 ? 'ipv4' : 'ipv6';
    const prefix = bits === undefined ? (kind === 4 ? 32 : 128) : Number(bits);
    if (Number.isInteger(prefix) && prefix >= 0 && prefix <= (kind === 4 ? 32 : 128)) {
      this.#networks.addSubnet(address, prefix, family);
    }
  }
}

export interface Target {
  readonly url: URL;
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: string;
}

/** The parser of the platform also reads addresses that are written in unusual ways, such as 0x7f.1. */
export function readTarget(text: string): Target | string {
  if (!URL.canParse(text)) return 'it is not an address';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'it must be an http or https address';
  if (url.username !== '' || url.password !== '') return 'it must not contain a user name or a password';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return { url, host, port: url.port || (url.protocol === 'https:' ? '443' : '80') };
}

async function addressesOf(host: string): Promise<readonly { address: string }[]> {
  try {
    return await lookUp(host, { all: true });
  } catch {
    return [];
  }
}

/** `::ffff:127.0.0.1` is an IPv4 address, in either way of writing it. */
function withoutMapping(address: string): string {
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (dotted !== undefined) return dotted;
  const hex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address);
  if (!hex) return address;
  const [high, low] = [Number.parseInt(hex[1] ?? '', 16), Number.parseInt(hex[2] ?? '', 16)];
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

const NOT_PUBLIC = new BlockList();
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]) {
  const [address = '', bits] = network.split('/');
  NOT_PUBLIC.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
}
