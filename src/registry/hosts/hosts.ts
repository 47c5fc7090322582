/** The other hosts that this home is linked to: what was agreed about each, and how its link is now. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isAgentId, splitAddress } from '../../ids.js';
import { ensureHomeDir, ensurePrivateDir, hostsDir, liveDir } from '../../paths.js';
import { isSameProcess } from '../../processes.js';
import type { AgentStatus, KnownAgent } from '../entry.js';
import { namesIn, readIfThere, removeIfThere, writeWhole } from '../whole-files.js';
import { type Allowance, allowancesIn } from './allowances.js';

/** Stored in `hosts/<name>.json`. */
export interface Host {
  readonly name: string;
  /** What ssh is told; null for a host that only dials here. */
  readonly target: string | null;
  /** The `synapse` command over there, if it is not on the PATH. */
  readonly command: string | null;
  /** The key that it proved on first use; null until then. */
  readonly key: string | null;
  /** What it may do here beyond mail. */
  readonly allow: readonly Allowance[];
  readonly createdAt: string;
}

/** An agent of another host, as that host lists it. */
export interface ListedAgent {
  readonly id: string;
  readonly type: string;
  readonly name: string | null;
  readonly role: string | null;
  readonly kind: 'ai' | 'human';
  readonly status: AgentStatus;
  readonly lasting: boolean;
  readonly storeId: string;
}

/** Stored in `live/@<name>.json` by the daemon that keeps the links. */
export interface HostLink {
  readonly host: string;
  readonly state: 'up' | 'down';
  /** Why it is down. */
  readonly reason: string | null;
  readonly since: number;
  /** When it is dialed again; null if the other host has to dial. */
  readonly nextAt: number | null;
  readonly version: string | null;
  readonly roundTripMs: number | null;
  /** The daemon that keeps the link. */
  readonly owner: string;
  readonly pid: number;
  readonly startTime: string;
  readonly socket: string;
  /** As it was told last. */
  readonly agents: readonly ListedAgent[];
}

/** How an agent on another host is reached from here. */
export interface Remote {
  readonly host: string;
  /** The socket of the daemon that keeps the link; null if there is none now. */
  readonly socket: string | null;
  readonly isUp: boolean;
  readonly reason: string | null;
  /** Whether the other host has told that there is such an agent. */
  readonly isListed: boolean;
}

export type RemoteAgent = KnownAgent & { readonly remote: Remote };

export function listHosts(home: string): Host[] {
  return namesIn(hostsDir(home))
    .filter((file) => file.endsWith(SUFFIX))
    .flatMap((file) => readHost(home, file.slice(0, -SUFFIX.length)) ?? [])
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Null if there is none, or its file is damaged: then nothing is sent there. */
export function readHost(home: string, name: string): Host | null {
  const file = isAgentId(name) ? cached(hostFile(home, name)) : null;
  if (file?.name !== name) return null;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const { target, command, key } = file;
  return {
    name,
    target: text(target),
    command: text(command),
    key: text(key),
    allow: allowancesIn(file.allow),
    createdAt: String(file.created_at ?? ''),
  };
}

/** Whether there is a file about this host that cannot be read. */
export function isHostUnreadable(home: string, name: string): boolean {
  if (!isAgentId(name) || readHost(home, name) !== null) return false;
  return statSync(hostFile(home, name), { throwIfNoEntry: false }) !== undefined;
}

export function writeHost(home: string, { name, target, command, key, allow, createdAt }: Host): void {
  ensureHomeDir(home);
  ensurePrivateDir(hostsDir(home));
  const content = { name, target, command, key, allow, created_at: createdAt };
  writeWhole(hostFile(home, name), `${JSON.stringify(content, null, 2)}\n`, { durable: true });
}

export function removeHost(home: string, name: string): void {
  removeIfThere(hostFile(home, name));
  removeIfThere(linkFile(home, name));
}

export function readLink(home: string, name: string): HostLink | null {
  const file = isAgentId(name) ? cached(linkFile(home, name)) : null;
  return file?.host === name && Array.isArray(file.agents) ? (file as unknown as HostLink) : null;
}

/** The link to this host as it is now: without the daemon that keeps it, it is down. */
export function linkNow(home: string, { name }: Host): HostLink | null {
  const link = readLink(home, name);
  if (!link || isKept(link)) return link;
  return { ...link, state: 'down', reason: NOT_KEPT, roundTripMs: null };
}

export function publishLink(home: string, link: HostLink): void {
  writeWhole(linkFile(home, link.host), `${JSON.stringify(link)}\n`);
}

/** Whether the daemon that keeps this link runs. */
export function isKept(link: HostLink): boolean {
  return isSameProcess(link);
}

/** What `live/@<name>.json` is about; null for the entry of an agent. */
export function hostInEntry(id: string): string | null {
  return id.startsWith(MARK) ? id.slice(MARK.length) : null;
}

/** The agent with an address such as `rex@gpu`. Null if there is no such host. */
export function readRemoteAgent(home: string, id: string): RemoteAgent | null {
  const address = splitAddress(id);
  if (!address || !readHost(home, address.host)) return null;
  const link = readLink(home, address.host);
  const listed = link?.agents.find((agent) => agent.id === address.agent) ?? null;
  return asRemote(address.host, link, listed ?? { ...UNKNOWN, id: address.agent }, listed !== null);
}

/** Everybody on the other hosts, as they listed them last. */
export function remoteAgents(home: string): RemoteAgent[] {
  return listHosts(home).flatMap(({ name }) => {
    const link = readLink(home, name);
    return (link?.agents ?? []).map((agent) => asRemote(name, link, agent, true));
  });
}

function asRemote(host: string, link: HostLink | null, agent: ListedAgent, isListed: boolean): RemoteAgent {
  const isThere = link !== null && isKept(link);
  const isUp = isThere && link.state === 'up';
  const { id, type, name, role, kind, lasting, storeId, status } = agent;
  return {
    ...{ id: `${id}@${host}`, type, name, role, kind, lasting, storeId },
    project: null,
    cwd: '',
    status: isUp ? status : 'unreachable',
    live: null,
    remote: {
      host,
      socket: isThere ? link.socket : null,
      isUp,
      reason: link === null ? 'it was never connected' : isThere ? link.reason : NOT_KEPT,
      isListed,
    },
  };
}

/** Nobody told of it, so it may have ended, or the other host has not been reached yet. */
const UNKNOWN: Omit<ListedAgent, 'id'> = {
  type: 'agent',
  name: null,
  role: null,
  kind: 'ai',
  status: 'unreachable',
  lasting: true,
  storeId: '',
};

const NOT_KEPT = 'the daemon that keeps the link is not running';
const SUFFIX = '.json';
/** No agent has such an id. */
const MARK = '@';

function hostFile(home: string, name: string): string {
  return join(hostsDir(home), `${name}${SUFFIX}`);
}

function linkFile(home: string, name: string): string {
  return join(liveDir(home), `${MARK}${name}${SUFFIX}`);
}

/** These files are read for every message, and a list of agents can be long. */
const parsedFiles = new Map<string, { readonly version: string; readonly content: Record<string, unknown> | null }>();

function cached(file: string): Record<string, unknown> | null {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) {
    parsedFiles.delete(file);
    return null;
  }
  const version = `${found.ino} ${found.mtimeMs} ${found.size}`;
  const known = parsedFiles.get(file);
  if (known?.version === version) return known.content;
  const content = parsed(file);
  parsedFiles.set(file, { version, content });
  return content;
}

function parsed(file: string): Record<string, unknown> | null {
  try {
    const content: unknown = JSON.parse(readIfThere(file) ?? 'null');
    return typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
