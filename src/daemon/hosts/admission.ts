/** Decides which host a key stands for: pinned on first use, and refused when it changes. */
import { systemClock, toIso } from '../../clock.js';
import { fail } from '../../errors.js';
import type { Hello } from '../../hosts/handshake.js';
import { fingerprint } from '../../hosts/identity.js';
import { isAgentId } from '../../ids.js';
import { readExternal } from '../../registry/externals.js';
import type { Allowance } from '../../registry/hosts/allowances.js';
import { type Host, listHosts, readHost, writeHost } from '../../registry/hosts/hosts.js';

interface Home {
  readonly home: string;
}

/** Whoever may log in could make up names for ever. */
const MOST_HOSTS = 100;

/** The host that was dialed. Returns it with its key, which is noted the first time. */
export function checkKey({ home }: Home, name: string, { key }: Pick<Hello, 'key'>): Host {
  const host = readHost(home, name);
  if (!host) throw fail('host_not_found', { host: name });
  if (host.key === key) return host;
  if (host.key !== null) throw changed(name, host.key, key);
  const other = listHosts(home).find((each) => each.key === key);
  if (other) throw fail('host_known_otherwise', { host: name, other: other.name });
  const pinned = { ...host, key };
  writeHost(home, pinned);
  return pinned;
}

/** The host that has dialed. `as` is fixed where its ssh key is allowed. */
export function acceptedHost(
  { home }: Home,
  { key, name: stated }: Pick<Hello, 'key' | 'name'>,
  as: string | null,
): Host {
  const hosts = listHosts(home);
  const known = hosts.find((host) => host.key === key);
  if (known && as !== null && known.name !== as) throw fail('host_known_otherwise', { host: as, other: known.name });
  if (known) return known;
  const fixed = as === null ? null : hosts.find((host) => host.name === as);
  if (fixed?.key) throw changed(fixed.name, fixed.key, key);
  if (hosts.length >= MOST_HOSTS) throw fail('too_many_hosts', { limit: MOST_HOSTS });
  // Whoever may log in states any name, so nothing that is allowed already comes with it.
  const unused = fixed ?? hosts.find((host) => host.name === stated && host.key === null && host.allow.length === 0);
  const name = unused?.name ?? freeName(hosts, as ?? stated);
  const createdAt = toIso(systemClock.now());
  const host: Host = { ...(unused ?? { target: null, command: null, allow: [], createdAt }), name, key };
  writeHost(home, host);
  return host;
}

/** What `host add` is told. Without a target or `allow`, those of before are kept. */
export interface WantedHost extends Pick<Host, 'name' | 'target' | 'command'> {
  readonly allow: readonly Allowance[] | null;
}

/** What `host add` stores. A host that has only dialed here gets the address to it, and keeps its key. */
export function addedHost({ home }: Home, { name, target, command, allow }: WantedHost): Host {
  const known = readHost(home, name);
  if (target === null && !known) throw fail('host_not_found', { host: name });
  if (!isAgentId(name) || readExternal(home, name))
    throw fail('invalid_request', { reason: `${name} cannot be the name of a host.` });
  return {
    name,
    ...(target === null && known ? { target: known.target, command: known.command } : { target, command }),
    key: known?.key ?? null,
    allow: allow ?? known?.allow ?? [],
    createdAt: known?.createdAt ?? toIso(systemClock.now()),
  };
}

function changed(name: string, before: string, now: string): Error {
  return fail('host_changed', { host: name, before: fingerprint(before), now: fingerprint(now) });
}

/** What a host calls itself, as far as it can be part of an address and is not taken. */
function freeName(hosts: readonly Host[], stated: string): string {
  const name = isAgentId(stated) ? stated : 'host';
  let free = name;
  for (let count = 2; hosts.some((host) => host.name === free); count += 1) free = `${name}-${count}`;
  return free;
}
