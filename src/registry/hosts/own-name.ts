/** The name that this home gives itself to other hosts. */
import { hostname } from 'node:os';
import { isAgentId, splitAddress, toAgentId } from '../../ids.js';
import { readKept } from '../../settings/kept-settings.js';
import { readHost } from './hosts.js';

/** Null for the name of the machine. */
export function ownName(home: string, env: NodeJS.ProcessEnv): string | null {
  const name = env.SYNAPSE_HOST || readKept(home)?.settings?.host;
  return name && isAgentId(name) ? name : null;
}

/** The machine's name without its domain, as far as it can be part of an address. */
export function machineName(): string {
  const name = toAgentId(hostname().split('.')[0] ?? '').toLowerCase();
  return isAgentId(name) ? name : 'host';
}

/** What `ada@laptop` means on laptop, where somebody may have heard of her from another host. */
export function withoutOwnHost(home: string, env: NodeJS.ProcessEnv, word: string): string {
  const address = splitAddress(word);
  if (!address || readHost(home, address.host)) return word;
  return address.host === (ownName(home, env) ?? machineName()) ? address.agent : word;
}
