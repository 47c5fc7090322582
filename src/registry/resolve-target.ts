/** Finds the agent that a word means: a name, an id, the prefix of an id, `type-port`, or a type. */
import { fail, SynapseError } from '../errors.js';
import { nearest } from '../nearest.js';
import { isRunning, type KnownAgent } from './entry.js';

export interface Viewpoint {
  /** The agent that asks. It is never a candidate itself. */
  readonly self?: string | undefined;
  /** Agents of this project win. */
  readonly project?: string | null | undefined;
}

export function resolveTarget(word: string, agents: readonly KnownAgent[], from: Viewpoint = {}): KnownAgent {
  const matches = matching(word, agents);
  const others = matches.filter((agent) => agent.id !== from.self);
  if (others.length === 0) {
    if (matches.length > 0) throw fail('cannot_message_self', { agent: from.self });
    throw notFound(word, agents);
  }
  const left = narrow(others, from.project ?? null);
  if (left.length > 1) throw fail('ambiguous_target', { target: word, matches: left.map((agent) => agent.id) });
  return left[0] as KnownAgent;
}

/** Suggests the nearest known name. */
export function notFound(word: string, agents: readonly KnownAgent[]): SynapseError {
  const known = agents.flatMap(({ id, name }) => (name === null ? [id] : [id, name]));
  const near = nearest(word, known);
  return new SynapseError('agent_not_found', { target: word }, near ? { hint: `Did you mean ${near}?` } : {});
}

/** Everything that the word can mean. Types and prefixes count only if there is no exact match. */
export function matching(word: string, agents: readonly KnownAgent[]): KnownAgent[] {
  if (word === '') return [];
  const exact = agents.filter((agent) => agent.id === word || agent.name === word || typeAndPort(agent) === word);
  if (exact.length > 0) return exact;
  return agents.filter((agent) => agent.type === word || agent.id.startsWith(word));
}

function typeAndPort(agent: KnownAgent): string | null {
  return agent.live ? `${agent.type}-${agent.live.port}` : null;
}

function narrow(agents: readonly KnownAgent[], project: string | null): readonly KnownAgent[] {
  if (agents.length < 2) return agents;
  const here = project === null ? [] : agents.filter((agent) => agent.project === project);
  const near = here.length > 0 ? here : agents;
  const running = near.filter(isRunning);
  return running.length > 0 ? running : near;
}
