/** `synapse mcp`: serves an MCP client until it closes our input. Who it acts for is looked up when it asks for something. */
import { callDaemon } from '../../../a2a/local.js';
import { fail } from '../../../errors.js';
import { languageOf } from '../../../i18n/language.js';
import type { Identify, McpCaller } from '../../../mcp/main.js';
import { synapseHome } from '../../../paths.js';
import { isRunning, type LiveEntry } from '../../../registry/entry.js';
import { Registry } from '../../../registry/registry.js';
import { findToken, isFor } from '../../../registry/tokens.js';
import { findOwnAgent, findSender } from '../../client/sender.js';

export async function runMcp(): Promise<number> {
  const { serveOverStdio } = await import('../../../mcp/main.js');
  const { stdin: input, stdout: output, env } = process;
  await serveOverStdio({ input, output, identify, language: languageOf(env) });
  return 0;
}

/** The agent of this terminal, the holder of a token, a session, or the person. */
const identify: Identify = async (use) => {
  const { SYNAPSE_TOKEN: token, SYNAPSE_SESSION_TOKEN: session, SYNAPSE_AGENT_ID: named } = process.env;
  const home = synapseHome();
  const registry = new Registry(home);
  const own = await findOwnAgent(registry);
  if (own) return asAgent(home, own, session || null);
  if (token) return asOutside(home, token);
  if (session) return asSession(registry, session);
  // Another agent, or the person, must not be taken for one that is gone.
  if (named) throw fail('agent_not_running', { agent: named });
  if (use === 'to list') return nobodyYet(home);
  return asAgent(home, (await findSender(undefined)).entry, null);
};

/** The person, whose daemon is started when it is needed. */
function nobodyYet(home: string): McpCaller {
  const daemon = { id: '', socket: '' };
  return { kind: 'agent', home, language: language(), daemon, isPerson: true, sessionToken: null };
}

function asAgent(home: string, entry: LiveEntry & { terminal?: string }, sessionToken: string | null): McpCaller {
  const { id, socket, terminal } = entry;
  const daemon = { id, socket, ...(terminal === undefined ? {} : { terminal }) };
  return { kind: 'agent', home, language: language(), daemon, isPerson: entry.kind === 'human', sessionToken };
}

function asOutside(home: string, token: string): McpCaller {
  const found = findToken(home, token);
  if (!found) throw fail('authentication_required');
  const reaches = ({ id }: { readonly id: string }) => isFor(found, id);
  return { kind: 'outside', home, language: language(), id: `ext:${found.name}`, token, reaches };
}

/** Any daemon serves a session; if its agent runs, messages are those of the agent. */
async function asSession(registry: Registry, sessionToken: string): Promise<McpCaller> {
  const { home } = registry;
  const [running] = registry.list().filter(isRunning);
  const daemon = running?.live ?? (await findSender(undefined)).entry;
  const { session } = await callDaemon(daemon, home, { path: '/tools', bearer: sessionToken });
  const agent = registry.get(session.agent_id);
  if (agent && isRunning(agent)) return asAgent(home, agent.live, sessionToken);
  const { id, socket } = daemon;
  return {
    kind: 'session',
    home,
    language: language(),
    daemon: { id, socket },
    agentId: session.agent_id,
    sessionToken,
  };
}

function language() {
  return languageOf(process.env);
}
