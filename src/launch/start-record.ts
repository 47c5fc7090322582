/**
 * How an agent was started, kept so that it can be started again as it was. It stays on this machine, in a file that only
 * its owner can read, because the environment may hold secrets.
 */
import { join } from 'node:path';
import { agentPaths } from '../paths.js';
import { readIfThere, removeIfThere, writeWhole } from '../registry/whole-files.js';
import type { DaemonSpec } from './daemon-spec.js';

const KEPT = [
  ...(['profile', 'command', 'channels', 'allowShell', 'project', 'purpose', 'parent', 'why', 'cwd', 'env'] as const),
  'fingerprint',
] as const;

/** One terminal of the agent. */
export type StartRecord = Pick<DaemonSpec, (typeof KEPT)[number]> & { readonly session: string };

/** What describes the terminal or the agent in which somebody typed the command, not the agent that was started. */
const NOT_KEPT: ReadonlySet<string> = new Set([
  ...['_', 'OLDPWD', 'SHLVL', 'SYNAPSE_AGENT_ID', 'SYNAPSE_INSTANCE', 'SYNAPSE_AGENT_TYPE', 'SYNAPSE_PORT'],
  ...['SYNAPSE_PROJECT', 'SYNAPSE_SESSION_TOKEN', 'SYNAPSE_SESSION_PURPOSE', 'SYNAPSE_SPOOL'],
]);

/** With the first terminal of a daemon, what is known from earlier runs is forgotten. */
export function keepStart(
  { home, id, session }: { readonly home: string; readonly id: string; readonly session: string },
  spec: DaemonSpec,
  isFirst: boolean,
): void {
  const env = Object.fromEntries(Object.entries(spec.env).filter(([name]) => !NOT_KEPT.has(name)));
  const kept = Object.fromEntries(KEPT.map((key) => [key, spec[key] ?? null]));
  const others = isFirst ? [] : startsOf(home, id).filter((each) => each.session !== session);
  write(home, id, [...others, { ...kept, env, session } as StartRecord]);
}

/** A person ended this terminal, while the agent keeps running. */
export function forgetStart(home: string, id: string, session: string): void {
  write(
    home,
    id,
    startsOf(home, id).filter((each) => each.session !== session),
  );
}

/** What to start again: what a person started, or else its first session. Empty for an agent of an earlier version. */
export function startsOf(home: string, id: string): readonly StartRecord[] {
  try {
    const found = JSON.parse(readIfThere(fileOf(home, id)) ?? '[]') as unknown;
    return Array.isArray(found) ? found.filter(isRecord) : [];
  } catch {
    return [];
  }
}

function write(home: string, id: string, records: readonly StartRecord[]): void {
  const file = fileOf(home, id);
  if (records.length === 0) removeIfThere(file);
  else writeWhole(file, `${JSON.stringify(records, null, 2)}\n`);
}

function isRecord(value: unknown): value is StartRecord {
  const { command, cwd, env } = (value ?? {}) as Partial<StartRecord>;
  return Array.isArray(command) && typeof cwd === 'string' && typeof env === 'object' && env !== null;
}

const fileOf = (home: string, id: string) => join(agentPaths(home, id).dir, 'start.json');
