/** What is written down about an agent: its live entry while it runs, its definition for as long as it has an address. */
import { fail } from '../errors.js';

export type AgentStatus = 'starting' | 'ready' | 'busy' | 'waiting' | 'paused' | 'stopped' | 'dead';
type AgentKind = 'ai' | 'human';

/** Kept in `agents/<id>/agent.json` while the agent is down, too. */
export interface AgentDefinition {
  readonly id: string;
  readonly type: string;
  readonly name: string | null;
  readonly role: string | null;
  readonly kind: AgentKind;
  /** Given ids and people are lasting addresses; a port-based id lasts as long as its program. */
  readonly lasting: boolean;
  readonly storeId: string;
  readonly project: string | null;
  /** The agent of the team whose session it is, where that is another id. */
  readonly member?: string | null;
  readonly cwd: string;
  readonly command: readonly string[];
  /** The port it had last: a lasting address comes back there if it can. */
  readonly port: number;
  /** Set when a port-based agent ended properly: its address is gone. */
  readonly endedAt: number | null;
}

/** The store of an agent that never ran; mail to it is bound to none. */
export const NO_STORE_YET = '';

/** Kept in `live/<id>.json` by the running daemon, and removed by nobody else. */
export interface LiveEntry {
  readonly id: string;
  readonly type: string;
  readonly name: string | null;
  readonly role: string | null;
  readonly kind: AgentKind;
  readonly lasting: boolean;
  readonly storeId: string;
  readonly instance: string;
  readonly pid: number;
  readonly startTime: string;
  readonly programPid: number | null;
  readonly programStartTime: string | null;
  readonly port: number;
  readonly endpoint: string;
  readonly socket: string;
  readonly project: string | null;
  readonly member?: string | null;
  /** What its session in the project is for; null where it has none. */
  readonly purpose?: 'task' | 'chat' | null;
  /** The work for which a daemon started it; null where a person did. */
  readonly why?: string | null;
  readonly cwd: string;
  readonly version: string;
  readonly status: AgentStatus;
  readonly statusReason: string | null;
  readonly statusAt: number;
  readonly currentTask: string | null;
  readonly startedAt: number;
  /** What it was started from, in short. */
  readonly fingerprint?: string | null;
}

/** Any agent that can be named: running, crashed, or stopped with a lasting address. */
export interface KnownAgent {
  readonly id: string;
  readonly type: string;
  readonly name: string | null;
  readonly role: string | null;
  readonly kind: AgentKind;
  readonly lasting: boolean;
  readonly storeId: string;
  readonly project: string | null;
  readonly member?: string | null | undefined;
  readonly cwd: string;
  readonly status: AgentStatus;
  /** The entry in `live/`: present for running agents and for ones that died without removing it. */
  readonly live: LiveEntry | null;
}

export function isRunning(agent: KnownAgent): agent is KnownAgent & { readonly live: LiveEntry } {
  return agent.live !== null && agent.status !== 'dead';
}

/** The agent of the team that this is a session of. */
export function memberOf({ id, member }: Pick<KnownAgent, 'id' | 'member'>): string {
  return member ?? id;
}

const STRINGS = ['id', 'type', 'storeId', 'instance', 'startTime', 'endpoint', 'socket', 'status'] as const;
const NUMBERS = ['pid', 'port', 'statusAt', 'startedAt'] as const;

/** Checks a live entry read from disk; a file somebody edited or half wrote is a named problem, not a crash. */
export function parseLiveEntry(text: string, id: string): LiveEntry {
  const entry = JSON.parse(text) as Record<string, unknown> | null;
  if (typeof entry !== 'object' || entry === null) throw new Error('it is not a JSON object');
  for (const key of STRINGS) if (typeof entry[key] !== 'string') throw new Error(`"${key}" is not a text`);
  for (const key of NUMBERS) if (!Number.isFinite(entry[key])) throw new Error(`"${key}" is not a number`);
  if (entry.id !== id) throw new Error(`it describes ${String(entry.id)}`);
  return entry as unknown as LiveEntry;
}

export function parseDefinition(text: string, id: string): AgentDefinition {
  const definition = JSON.parse(text) as Record<string, unknown> | null;
  if (typeof definition !== 'object' || definition === null) throw new Error('it is not a JSON object');
  for (const key of ['id', 'type', 'storeId']) {
    if (typeof definition[key] !== 'string') throw new Error(`"${key}" is not a text`);
  }
  if (definition.id !== id) throw fail('internal_error', { reason: `the definition of ${id} describes another agent` });
  return definition as unknown as AgentDefinition;
}
