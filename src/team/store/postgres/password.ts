/** Where the password of the server comes from: the environment, a file of its own, or the password file of PostgreSQL. */
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface Login {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

/** Throws if a file that was named cannot be read. */
export function chosenPassword(ownFile: string | null, env: NodeJS.ProcessEnv): string | null {
  if (ownFile === null && env.PGPASSWORD) return env.PGPASSWORD;
  const file = ownFile ?? env.SYNAPSE_TEAM_PASSWORD_FILE;
  return file ? readFileSync(file, 'utf8').replace(/\r?\n$/, '') : null;
}

/** From ~/.pgpass; empty if it has none. As for PostgreSQL itself, a file that others may read does not count. */
export function keptPassword(login: Login, env: NodeJS.ProcessEnv): string {
  const file = env.PGPASSFILE || join(homedir(), '.pgpass');
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile() || (found.mode & 0o077) !== 0) return '';
  return passwordIn(readFileSync(file, 'utf8'), login) ?? '';
}

/** Of the first line that fits: `host:port:database:user:password`, with `*` for any and `\` before a colon. */
export function passwordIn(text: string, { host, port, database, user }: Login): string | null {
  const wanted = [host.startsWith('/') ? 'localhost' : host, String(port), database, user];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue;
    const [fields, password] = fieldsOf(line);
    if (password !== null && wanted.every((value, index) => ['*', value].includes(fields[index] ?? '')))
      return password;
  }
  return null;
}

function fieldsOf(line: string): readonly [readonly string[], string | null] {
  const found = /^((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):(.*)$/s.exec(line);
  if (!found) return [[], null];
  const [, ...fields] = found.map((field) => field.replace(/\\(.)/g, '$1'));
  return [fields.slice(0, 4), fields[4] ?? null];
}
