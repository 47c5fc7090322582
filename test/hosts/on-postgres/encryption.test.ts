/** The server proves its name with a certificate; passwords come from where only their owner can read them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.js';
import { SynapseError } from '../../../src/errors.js';
import { Team } from '../../../src/team/team.js';
import { PostgresServer } from '../postgres-server.js';

let server: PostgresServer;
let dir: string;

beforeAll(async () => {
  server = await PostgresServer.create([`listen_addresses = 'localhost'`]);
  dir = mkdtempSync(join(tmpdir(), 'synapse-tls-'));
  for (const name of ['ours', 'other']) {
    openssl('req', '-x509', '-nodes', '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.crt`);
  }
  certify('localhost');
  server.encrypt();
  server.sql(`create role synapse superuser login password 's3cret-word'`);
  server.demandPassword({ encrypted: true });
});
afterAll(() => {
  server.remove();
  rmSync(dir, { recursive: true, force: true });
});

function openssl(...args: readonly string[]): void {
  execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' });
}

/** Gives the server a certificate for that name, by the authority of the tests. */
function certify(name: string): void {
  const { cert, key } = server.certificate();
  writeFileSync(join(dir, 'names'), `subjectAltName=DNS:${name}`);
  openssl('req', '-nodes', '-newkey', 'rsa:2048', '-subj', `/CN=${name}`, '-keyout', key, '-out', 'server.csr');
  const by = ['-CA', 'ours.crt', '-CAkey', 'ours.key', '-CAcreateserial'];
  openssl('x509', '-req', '-in', 'server.csr', ...by, '-extfile', 'names', '-out', cert);
}

/** What the team store says when it is opened with these settings and variables; null if it can be used. */
async function trouble(settings: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const place = server.database().replace('postgres@127.0.0.1', 'synapse@localhost');
  try {
    const team = await Team.open({ place: `${place}?${settings}`, clock: systemClock, isAlive: () => true, env });
    await team.change(async () => {});
    const encrypted =
      "select bool_and(ssl) from pg_stat_ssl join pg_stat_activity using (pid) where usename = 'synapse'";
    expect(server.sql(encrypted)).toBe('t');
    await team.close();
    return null;
  } catch (error) {
    if (!(error instanceof SynapseError)) throw error;
    expect(error.code).toBe('store_unavailable');
    expect(error.message).not.toContain('s3cret-word');
    return error.message;
  }
}

const PASSWORD = { PGPASSWORD: 's3cret-word' };
const strict = (ca: string) => `sslmode=verify-full&sslrootcert=${join(dir, ca)}`;

test('a server whose certificate is of our authority and for its name is used, with each kind of password', async () => {
  writeFileSync(join(dir, 'password'), 's3cret-word\n');
  writeFileSync(join(dir, 'pgpass'), 'localhost:*:*:synapse:s3cret-word\n', { mode: 0o600 });
  expect(await trouble(strict('ours.crt'), PASSWORD)).toBe(null);
  expect(await trouble(strict('ours.crt'), { SYNAPSE_TEAM_PASSWORD_FILE: join(dir, 'password') })).toBe(null);
  expect(await trouble(`${strict('ours.crt')}&password_file=${join(dir, 'password')}`, {})).toBe(null);
  expect(await trouble(strict('ours.crt'), { PGPASSFILE: join(dir, 'pgpass') })).toBe(null);
});

test('an unknown authority, another name, a connection in the clear and a wrong password are refused with a sentence', async () => {
  expect(await trouble(strict('other.crt'), PASSWORD)).toMatch(/cannot be reached: .*certificate/);
  expect(await trouble(strict('ours.crt'), { PGPASSWORD: 'wrong' })).toMatch(/password authentication failed/);
  expect(await trouble(strict('ours.crt'), {})).toMatch(/it wants a password, and there is none in ~\/\.pgpass/);
  expect(await trouble('', PASSWORD)).toMatch(/no encryption/);
  certify('db.example');
  server.encrypt();
  expect(await trouble(strict('ours.crt'), PASSWORD)).toMatch(/does not match certificate's altnames/);
});
