/** Reads the address of a PostgreSQL server: several hosts, encryption, and where the password comes from. */
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import { fail } from '../../../errors.js';
import { trusted } from '../../../extra-certificates.js';
import { chosenPassword, keptPassword } from './password.js';

export interface ServerAddress {
  /** For messages, without the password. */
  readonly name: string;
  /** To be tried in this order; the first one that can be written to is used. */
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly user: string;
  readonly database: string;
  readonly passwordFor: (server: ServerAddress['hosts'][number]) => string;
  readonly tls: (host: string) => ConnectionOptions | false;
  /** Where to listen for changes of others, if that is not possible through these servers. */
  readonly listeningHosts: ServerAddress['hosts'] | null;
}

const ADDRESS = /^postgres(?:ql)?:\/\/(?:([^@/?]*)@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/s;
const DEFAULT_PORT = 5432;
const KNOWN_SETTINGS = [
  'host',
  'sslmode',
  'sslrootcert',
  'application_name',
  'connect_timeout',
  'password_file',
  'listen',
  'target_session_attrs',
];

export function parseAddress(text: string, env: NodeJS.ProcessEnv): ServerAddress {
  const found = ADDRESS.exec(text);
  if (!found) throw refused('It must look like postgres://user@server:5432/database');
  const [, account = '', authority = '', path = '', query = ''] = found;
  const settings = new URLSearchParams(query);
  for (const name of settings.keys()) {
    if (!KNOWN_SETTINGS.includes(name)) throw refused(`It has an unknown setting: ${name}`);
  }
  const [user = '', password] = splitOnce(account, ':').map(decoded);
  const hosts = hostsOf(settings.get('host') ?? decoded(authority));
  const listen = settings.get('listen');
  const database = decoded(path);
  if (database === '') throw refused('It must name a database, as in postgres://user@server/database');
  const name = `postgres://${user ? `${user}@` : ''}${hosts.map(shownHost).join(',')}/${database}`;
  const login = { database, user: user || env.PGUSER || env.USER || 'postgres' };
  const chosen = password ?? passwordOf(settings.get('password_file'), env);
  return {
    ...{ name, hosts, database, listeningHosts: listen ? hostsOf(listen) : null },
    user: login.user,
    passwordFor: (server) => chosen ?? keptPassword({ ...server, ...login }, env),
    tls: (host) => tlsOf(host, settings, env),
  };
}

/**
 * The address as a file may contain it: without a password, but with the file that has it, so that daemons which were
 * started from another terminal find it.
 */
export function noteable(text: string, env: NodeJS.ProcessEnv): string {
  if (splitOnce(ADDRESS.exec(text)?.[1] ?? '', ':').length > 1) {
    throw refused(
      'It must not contain a password here; write it to ~/.pgpass or to a file (SYNAPSE_TEAM_PASSWORD_FILE)',
    );
  }
  const file = env.SYNAPSE_TEAM_PASSWORD_FILE;
  if (!file || /[?&]password_file=/.test(text)) return text;
  return `${text}${text.includes('?') ? '&' : '?'}password_file=${encodeURIComponent(resolve(file))}`;
}

function passwordOf(ownFile: string | null, env: NodeJS.ProcessEnv): string | null {
  try {
    return chosenPassword(ownFile, env);
  } catch (error) {
    throw refused(`Its password cannot be read: ${(error as Error).message}`);
  }
}

function hostsOf(text: string): ServerAddress['hosts'] {
  return text.split(',').map((each) => {
    if (each.startsWith('/')) return { host: each, port: DEFAULT_PORT };
    const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(each) ?? [];
    if (host === '') throw refused('It must name a server, as in postgres://user@server/database');
    return { host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? DEFAULT_PORT : Number(port) };
  });
}

function shownHost({ host, port }: { readonly host: string; readonly port: number }): string {
  if (host.startsWith('/')) return host;
  return `${host.includes(':') ? `[${host}]` : host}${port === DEFAULT_PORT ? '' : `:${port}`}`;
}

/** Traffic that leaves the machine is encrypted, and the server proves its name. */
function tlsOf(host: string, settings: URLSearchParams, env: NodeJS.ProcessEnv): ConnectionOptions | false {
  const mode = settings.get('sslmode') ?? (isLoopback(host) ? 'disable' : 'verify-full');
  if (isLoopback(host) && mode !== 'verify-full') return false;
  if (mode !== 'verify-full') throw refused(`sslmode=${mode} is not safe for ${host}; only verify-full is`);
  const file = settings.get('sslrootcert') ?? env.PGSSLROOTCERT ?? join(homedir(), '.postgresql', 'root.crt');
  const isChosen = settings.has('sslrootcert') || env.PGSSLROOTCERT !== undefined;
  const isSystem = file === 'system' || (!isChosen && !existsSync(file));
  if (isSystem) return { rejectUnauthorized: true, ...trusted(), ...named(host) };
  try {
    return { rejectUnauthorized: true, ca: readFileSync(file, 'utf8'), ...named(host) };
  } catch (error) {
    throw refused(`The certificate ${file} cannot be read: ${(error as Error).message}`);
  }
}

/** A certificate for an address is checked against that address, without naming it in the greeting. */
function named(host: string): ConnectionOptions {
  return isIP(host) ? {} : { servername: host };
}

function isLoopback(host: string): boolean {
  return host.startsWith('/') || host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
}

function splitOnce(text: string, mark: string): [string] | [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refused('It contains a % that is not followed by two hexadecimal digits');
  }
}

function refused(reason: string) {
  return fail('store_address_invalid', { reason });
}
