/** The agent card: who an agent is and how to talk to it, as A2A 1.0 and as A2A 0.3 write it. It contains nothing private. */
import type { IncomingHttpHeaders } from 'node:http';
import type { LiveEntry } from '../registry/entry.js';
import type { Party } from '../taskstore/task.js';
import { MESSAGE_ID_EXTENSION, MESSAGE_ID_KEY } from './message-id.js';

export interface AgentFacts {
  readonly self: Party;
  readonly entry: Pick<LiveEntry, 'name' | 'role' | 'version' | 'cwd' | 'project' | 'startedAt'>;
}

/** By which `synapse serve` tells a daemon where its clients reach it. */
export const PUBLIC_URL_HEADER = 'synapse-public-url';
const LONGEST_URL = 500;

/** Null if none is named. It only changes what the caller that names it is shown. */
export function publicUrlIn(headers: IncomingHttpHeaders): string | null {
  const url = headers[PUBLIC_URL_HEADER];
  if (typeof url !== 'string' || url.length > LONGEST_URL || !URL.canParse(url)) return null;
  return /^https?:$/.test(new URL(url).protocol) ? url.replace(/\/+$/, '') : null;
}

/** The same agent for clients that reach it at another address. */
export function reachedAt(facts: AgentFacts, url: string | null): AgentFacts {
  return url === null ? facts : { ...facts, self: { ...facts.self, endpoint: url } };
}

/** Where on the daemon the standard is spoken. */
const JSON_RPC_PATH = '/a2a';
export const REST_PATH = '/a2a/rest';

const MESSAGE_ID_MEANING = `The same metadata["${MESSAGE_ID_KEY}"] from the same caller is the same message, so it is safe to send it again.`;

type Card = Record<string, unknown>;

/** Exactly the fields of version 1.0, because clients check the card against its schema. */
export function agentCard(facts: AgentFacts): Card {
  return {
    name: facts.entry.name ?? facts.self.id,
    description: descriptionOf(facts),
    supportedInterfaces: [
      { url: urlOf(facts, JSON_RPC_PATH), protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: urlOf(facts, REST_PATH), protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      { url: urlOf(facts, JSON_RPC_PATH), protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
    ],
    version: facts.entry.version,
    capabilities: {
      streaming: true,
      pushNotifications: true,
      extendedAgentCard: true,
      extensions: [{ uri: MESSAGE_ID_EXTENSION, description: MESSAGE_ID_MEANING }],
    },
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'bearer' } } },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    defaultInputModes: ANYTHING,
    defaultOutputModes: ANYTHING,
    skills: skillsOf(facts),
  };
}

export function legacyCard(facts: AgentFacts): Card {
  return {
    protocolVersion: '0.3.0',
    name: facts.entry.name ?? facts.self.id,
    description: descriptionOf(facts),
    url: urlOf(facts, JSON_RPC_PATH),
    preferredTransport: 'JSONRPC',
    version: facts.entry.version,
    capabilities: { streaming: true, pushNotifications: true },
    supportsAuthenticatedExtendedCard: true,
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    security: [{ bearer: [] }],
    defaultInputModes: ANYTHING,
    defaultOutputModes: ANYTHING,
    skills: skillsOf(facts),
  };
}

/** For callers with a credential: also where the agent works. */
export function extendedCard(facts: AgentFacts): Card {
  const { id } = facts.self;
  const { cwd, project } = facts.entry;
  const place = project === null ? `in ${cwd}` : `in ${cwd}, for the project ${project}`;
  const description = descriptionOf(facts).trimEnd();
  const stop = /[.!?。！？]$/.test(description) ? '' : '.';
  return { ...agentCard(facts), description: `${description}${stop} Its id is ${id}, and it works ${place}.` };
}

/** Files of any kind reach the program, and its replies can contain any. */
const ANYTHING = ['text/plain', 'application/json', 'application/octet-stream'];

function descriptionOf({ self, entry }: AgentFacts): string {
  return entry.role ?? `A ${self.type} agent in a terminal, reachable through Synapse.`;
}

/** Only what is true of every agent, and what somebody said of this one. */
function skillsOf({ self, entry }: AgentFacts): Card[] {
  const message = {
    id: 'message',
    name: 'Message',
    description: `Types a message into the terminal of this ${self.type} agent. Its answer is the result of the task.`,
    tags: ['terminal', self.type],
  };
  if (entry.role === null) return [message];
  return [{ id: 'role', name: entry.name ?? self.id, description: entry.role, tags: ['role', self.type] }, message];
}

function urlOf({ self }: AgentFacts, path: string): string {
  return `${self.endpoint}${path}`;
}
