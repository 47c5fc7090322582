/** Where the tests of the team have their stores: in files, or on the server that the suite for several hosts starts. */
import { Client } from 'pg';

const SERVER = process.env.SYNAPSE_TEST_SERVER;
/** Whether the suite runs on a server; tests of what only files have are left out then. */
export const IS_ON_SERVER = SERVER !== undefined;

let made = 0;

/** The file, or the address of a new database. */
export async function freshPlace(file: string): Promise<string> {
  if (SERVER === undefined) return file;
  const name = `team_${process.pid}_${++made}`;
  await onServer((client) => client.query(`create database ${name}`));
  return SERVER.replace(/\/postgres$/, `/${name}`);
}

export async function dropPlace(place: string): Promise<void> {
  if (SERVER === undefined) return;
  const name = place.slice(place.lastIndexOf('/') + 1);
  await onServer((client) => client.query(`drop database if exists ${name} with (force)`));
}

async function onServer(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: SERVER as string });
  await client.connect();
  await work(client).finally(() => client.end());
}
