/** The files about an agent: its live entry while it runs, and its definition for as long as it has an address. */
import { fail } from '../errors.js';
import type { Remote } from './hosts/hosts.js';

/** Only an outside agent, or one on another host, can be `unreachable`. */
export type AgentStatus = 'starting' | 'ready' | 'busy' | 'waiting' | 'paused' | 'stopped' | 'dead' | 'unreachable';
type AgentKind = 'ai' | 'human';

/** What stays the same while the agent has its address. */
interface AgentIdentity {
  readonly id: string;
  readonly type: string;
  readonly name: string | null;
  readonly role: string | null;
  readonly kind: AgentKind;
  /** Ids that a user chose, and people, are permanent addresses. A port-based id lasts as long as its program. */
  readonly lasting: boolean;
  readonly storeId: string;
  readonly project: string | null;
  readonly cwd: string;
}

/** Stored in `agents/<id>/agent.json`, even while the agent is down. */
export interface AgentDefinition extends AgentIdentity {
  readonly command: readonly string[];
  /** Its last port. A permanent address uses it again if it is free. */
  readonly port: number;
  /** Set when a port-based agent has ended properly and its address no longer exists. */
  readonly endedAt: number | null;
}

/** The store of an agent that never ran. Mail to it is bound to no store. */
export const NO_STORE_YET = '';

interface DegradedChannel {
  readonly channel: string;
  readonly why: string;
}

interface UntriedEntry {
  readonly program: string;
  readonly version: string;
  readonly tried: string;
}

interface LongHeldEntry {
  readonly count: number;
  readonly since: number;
  readonly reason: string;
  readonly screen: readonly string[];
}

/** What a program does, and how messages reach it. */
interface ProgramState {
  readonly status: AgentStatus;
  readonly statusReason: string | null;
  readonly statusAt: number;
  /** Where its status is known from: a hook, an event, a transcript or the screen; null for a line-oriented program. */
  readonly statusBy?: string | null;
  /** The channel over which messages reach its program. */
  readonly channel?: string | null;
  /** The channels that were given up in this run, and why. */
  readonly degraded?: readonly DegradedChannel[];
  /** Its mail that has waited for over a minute, unless a dialog or a person's draft is the reason. */
  readonly longHeld?: LongHeldEntry | null;
  /** Its program, if that is newer than any version that the profile was tried with. */
  readonly untried?: UntriedEntry | null;
}

/** One terminal of a running agent: its program, and the session that it is for. */
export interface TerminalEntry extends ProgramState {
  /** What it is called among the terminals of its agent: `task` or `chat`. */
  readonly session: string;
  /** Random per run: tells the environment of a live program from one that was left over. */
  readonly instance: string;
  readonly programPid: number | null;
  readonly programStartTime: string | null;
  readonly project: string | null;
  /** The purpose of its session in the project; null if it has none. */
  readonly purpose: 'task' | 'chat' | null;
  /** The work that a daemon started it for; null if a person started it. */
  readonly why: string | null;
  readonly startedAt: number;
  /** A fingerprint of what it was started from. */
  readonly fingerprint: string | null;
  /** Where its sandboxed commands leave their requests. */
  readonly spool?: string | null;
}

/** Stored in `live/<id>.json` by the running daemon. Nobody else removes it. */
export interface LiveEntry extends AgentIdentity, ProgramState {
  /** The instance of the daemon and its first terminal. Each further terminal has its own. */
  readonly instance: string;
  readonly pid: number;
  readonly startTime: string;
  /** The program, purpose, reason and fingerprint of its first terminal; see `firstTerminal`. */
  readonly programPid: number | null;
  readonly programStartTime: string | null;
  readonly purpose?: 'task' | 'chat' | null;
  readonly why?: string | null;
  readonly fingerprint?: string | null;
  readonly port: number;
  readonly endpoint: string;
  readonly socket: string;
  readonly version: string;
  readonly currentTask: string | null;
  readonly startedAt: number;
  /** Its terminals; a person has none. */
  readonly terminals?: readonly TerminalEntry[];
}

/** Any agent that can be addressed: running, crashed, or stopped with a permanent address. */
export interface KnownAgent extends AgentIdentity {
  readonly status: AgentStatus;
  /** The entry in `live/`. Running agents have one, and so do agents that died without removing it. */
  readonly live: LiveEntry | null;
  /** Set if it is on another host. */
  readonly remote?: Remote;
}

export function isRunning(agent: KnownAgent): agent is KnownAgent & { readonly live: LiveEntry } {
  return agent.live !== null && agent.status !== 'dead';
}

export function terminalsOf(entry: LiveEntry): readonly TerminalEntry[] {
  return entry.terminals ?? [];
}

/** The terminal that is meant if none is named, and that gets the agent's mail: its task terminal, if it has one. */
export function firstTerminal<T extends Pick<TerminalEntry, 'session'>>(terminals: readonly T[]): T | null {
  return terminals.find(({ session }) => session === 'task') ?? terminals[0] ?? null;
}

const STRINGS = ['id', 'type', 'storeId', 'instance', 'startTime', 'endpoint', 'socket', 'status'] as const;
const NUMBERS = ['pid', 'port', 'statusAt', 'startedAt'] as const;

/** Checks a live entry from disk, so that an edited or half-written file is reported instead of crashing. */
export function parseLiveEntry(text: string, id: string): LiveEntry {
  const entry = JSON.parse(text) as Record<string, unknown> | null;
  if (typeof entry !== 'object' || entry === null) throw new Error('it is not a JSON object');
  for (const key of STRINGS) if (typeof entry[key] !== 'string') throw new Error(`"${key}" is not a string`);
  for (const key of NUMBERS) if (!Number.isFinite(entry[key])) throw new Error(`"${key}" is not a number`);
  if (entry.id !== id) throw new Error(`it describes ${String(entry.id)}`);
  return entry as unknown as LiveEntry;
}

export function parseDefinition(text: string, id: string): AgentDefinition {
  const definition = JSON.parse(text) as Record<string, unknown> | null;
  if (typeof definition !== 'object' || definition === null) throw new Error('it is not a JSON object');
  for (const key of ['id', 'type', 'storeId']) {
    if (typeof definition[key] !== 'string') throw new Error(`"${key}" is not a string`);
  }
  if (definition.id !== id) throw fail('internal_error', { reason: `the definition of ${id} describes another agent` });
  return definition as unknown as AgentDefinition;
}
