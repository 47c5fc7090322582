/** Lists the tools of a caller: those for messages, and with a session those of the team, as its daemon describes them. */
import type { Tool } from '@modelcontextprotocol/server';
import { callDaemon } from '../../a2a/local.js';
import { MESSAGE_TOOLS } from '../../tools/message-tools.js';
import { describeTool } from '../../tools/tool.js';
import type { McpCaller } from '../caller.js';

export async function listTools(caller: McpCaller): Promise<Tool[]> {
  const messages = MESSAGE_TOOLS.map((tool) =>
    asMcpTool(describeTool({ ...tool, permission: 'unauthenticated' }, caller.language)),
  );
  return [...messages.map((tool) => ({ ...tool, annotations: HINTS[tool.name] ?? {} })), ...(await teamTools(caller))];
}

/** What a client may show or decide by: which tools only read, and that none of them leaves this machine. */
const READS = { readOnlyHint: true, openWorldHint: false };
const HINTS: Readonly<Record<string, Tool['annotations']>> = {
  synapse_send: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  synapse_reply: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  synapse_inbox: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  synapse_list_agents: READS,
  synapse_show: READS,
  synapse_wait: READS,
};

/** An agent that knows a session token can use it as an argument, whether or not it has one itself. */
export async function teamToolNames(caller: McpCaller): Promise<readonly string[]> {
  return caller.kind === 'outside' ? [] : (await describedTools(caller)).map(({ name }) => name);
}

async function teamTools(caller: McpCaller): Promise<Tool[]> {
  if (caller.kind === 'outside' || caller.sessionToken === null) return [];
  return (await describedTools(caller)).map(asMcpTool);
}

async function describedTools(caller: Exclude<McpCaller, { kind: 'outside' }>): Promise<Described[]> {
  const { daemon, home, language } = caller;
  const bearer = caller.kind === 'session' ? { bearer: caller.sessionToken } : {};
  return (await callDaemon(daemon, home, { path: '/tools', language, ...bearer })).tools;
}

interface Described {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
}

function asMcpTool(described: unknown): Tool {
  const { name, description, inputSchema } = described as Described;
  return { name, description, inputSchema: inputSchema as Tool['inputSchema'] };
}
