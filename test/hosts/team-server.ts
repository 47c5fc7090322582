/** Starts the PostgreSQL server on which the suite of the team runs, once for all files. */
import { PostgresServer } from './postgres-server.js';

export default async function setup(): Promise<() => void> {
  const server = await PostgresServer.create(['synchronous_commit = off']);
  process.env.SYNAPSE_TEST_SERVER = server.address('postgres');
  return () => server.remove();
}
