/** One connection to the first server of an address that can be written to. */
import type { Socket } from 'node:net';
import { Client, type QueryResult, types } from 'pg';
import type { ServerAddress } from './address.js';
import { ConnectionLost, isRefused } from './failures.js';

/** All servers of an address together; a tool has to answer within five seconds. */
const CONNECT_MS = 2_000;
/** A server that does not answer by then is out of reach. */
const ANSWER_MS = 4_000;
/** A server that is there has closed the connection by then. */
const GOODBYE_MS = 1_000;

/** Counts arrive as text, because they might not fit; ours do. */
const INT8 = 20;
const NUMERIC = 1700;
const NUMBERS = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : types.getTypeParser(oid, format as 'text'),
};

/** The server notices within a minute that a host was cut off, instead of keeping its connections for hours. */
const GREETING = [
  'set tcp_keepalives_idle = 20; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
  'select pg_is_in_recovery() as is_replica, (extract(epoch from clock_timestamp()) * 1000)::bigint as at',
].join('; ');

export async function connectTo(
  address: ServerAddress,
  onClock: (aheadMs: number) => void = () => {},
): Promise<Client> {
  let reason: unknown = new ConnectionLost('no server in the address');
  for (const server of address.hosts) {
    const client = clientFor(address, server);
    try {
      await client.connect();
      const results = (await client.query(GREETING)) as unknown as QueryResult<{ is_replica: boolean; at: number }>[];
      const greeted = results.at(-1)?.rows[0];
      if (greeted && !greeted.is_replica) {
        onClock(greeted.at - Date.now());
        return client;
      }
      reason = new ConnectionLost('the server is a replica, which cannot be written to');
    } catch (error) {
      // What a person has to mend is more useful than that another server cannot be reached.
      if (!isRefused(reason)) reason = error;
    }
    void hangUp(client);
  }
  throw reason;
}

/** Ends a connection, if need be without a server that may be gone. */
export async function hangUp(client: Client): Promise<void> {
  // Otherwise the system would keep it for hours.
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  setTimeout(() => stream.destroy(), GOODBYE_MS).unref();
  await client.end().catch(() => {});
}

function clientFor(
  { user, database, passwordFor, tls, hosts }: ServerAddress,
  server: ServerAddress['hosts'][number],
): Client {
  const client = new Client({
    ...{ ...server, user, database, types: NUMBERS },
    // Asked for only if the server wants one.
    password: () => passwordFor(server),
    ssl: tls(server.host),
    connectionTimeoutMillis: CONNECT_MS / hosts.length,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    application_name: 'synapse',
  });
  // A connection that breaks while nobody uses it says so here, and would end the process otherwise.
  client.on('error', () => {});
  return client;
}
