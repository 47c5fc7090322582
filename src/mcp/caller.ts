/** Who uses MCP, known by the credential: an agent, a session of an agent that is not running, or an outside program. */
import type { Address } from '../a2a/local.js';
import type { Language } from '../i18n.js';
import type { KnownAgent } from '../registry/entry.js';

interface CallerBase {
  readonly home: string;
  readonly language: Language;
}

/** Has the caller key of its agent, and the token of its session if it is in a project. */
export interface AgentCaller extends CallerBase {
  readonly kind: 'agent';
  readonly daemon: Address;
  readonly isPerson: boolean;
  readonly sessionToken: string | null;
}

/** Has only the token of a session; any daemon serves its tools. */
interface SessionCaller extends CallerBase {
  readonly kind: 'session';
  readonly daemon: Address;
  readonly agentId: string;
  readonly sessionToken: string;
}

/** Has an access token. */
export interface OutsideCaller extends CallerBase {
  readonly kind: 'outside';
  /** `ext:<token name>`. */
  readonly id: string;
  readonly token: string;
  /** Whether it may know of this agent and write to it. */
  readonly reaches: (agent: Pick<KnownAgent, 'id' | 'kind'>) => boolean;
}

export type McpCaller = AgentCaller | SessionCaller | OutsideCaller;

/** Tells callers apart: the two sessions of one agent are two callers. */
export function callerKey(caller: McpCaller): string {
  if (caller.kind === 'outside') return `outside ${caller.token}`;
  const agent = caller.kind === 'agent' ? caller.daemon.id : caller.agentId;
  return `${caller.kind} ${agent} ${caller.sessionToken ?? ''}`;
}

/** Finds out who calls. Listing the tools needs no daemon, so it must not start one. */
export type Identify = (use: 'to list' | 'to act') => Promise<McpCaller>;
