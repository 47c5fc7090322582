/** MCP clients of both SDKs and all eras, connected to a daemon or to `synapse mcp`. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from 'mcp-sdk-1/client/index.js';
import { StdioClientTransport as OldStdio } from 'mcp-sdk-1/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttp } from 'mcp-sdk-1/client/streamableHttp.js';
import { terminalsOf } from '../../../src/registry/entry.js';
import type { Agent } from '../home/agent.js';
import { ROOT } from '../home/binary.js';

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever the server answers.
type Any = any;

/** What the tests need of a client, whichever SDK it comes from. */
export interface McpClient {
  readonly updates: string[];
  tools(): Promise<string[]>;
  call(name: string, args?: Record<string, unknown>, options?: Record<string, unknown>): Promise<Any>;
  read(uri: string): Promise<Any>;
  subscribe(uri: string): Promise<void>;
  prompt(name: string): Promise<string>;
  close(): Promise<void>;
}

export const CLIENTS = ['2.x, 2026-07-28', '2.x, initialize', '1.x'] as const;
export type ClientName = (typeof CLIENTS)[number];

const INFO = { name: 'test', version: '1' };

export async function overHttp(name: ClientName, agent: Agent, bearer: string): Promise<McpClient> {
  const url = new URL(`http://127.0.0.1:${agent.entry.port}/mcp`);
  const options = { requestInit: { headers: { authorization: `Bearer ${bearer}` } } };
  return name === '1.x'
    ? connectOld(new OldHttp(url, options))
    : connectNew(name, new StreamableHTTPClientTransport(url, options));
}

export async function overStdio(
  name: ClientName,
  env: Record<string, string>,
  argv: readonly string[] = [process.execPath, `${ROOT}/bin/synapse`, 'mcp'],
): Promise<McpClient> {
  const [command = '', ...args] = argv;
  const server = { command, args, env: { PATH: process.env.PATH ?? '', ...env } };
  return name === '1.x' ? connectOld(new OldStdio(server)) : connectNew(name, new StdioClientTransport(server));
}

/** The environment of a program in the terminal of an agent. */
export function terminalEnvironment({ home, entry }: Agent): Record<string, string> {
  const [terminal] = terminalsOf(entry);
  const { instance = '', spool } = terminal ?? {};
  return {
    SYNAPSE_HOME: home,
    SYNAPSE_AGENT_ID: entry.id,
    SYNAPSE_INSTANCE: instance,
    ...(spool ? { SYNAPSE_SPOOL: spool } : {}),
  };
}

export async function connectNew(name: ClientName, transport: Any): Promise<McpClient> {
  const isModern = name === '2.x, 2026-07-28';
  const client: Any = new Client(INFO, isModern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {});
  await client.connect(transport);
  const wrapped = wrap(client, transport);
  if (!isModern) return wrapped;
  return { ...wrapped, subscribe: async (uri) => void (await client.listen({ resourceSubscriptions: [uri] })) };
}

async function connectOld(transport: Any): Promise<McpClient> {
  const client: Any = new OldClient(INFO);
  await client.connect(transport);
  return wrap(client, transport);
}

function wrap(client: Any, transport: Any): McpClient {
  const updates: string[] = [];
  client.fallbackNotificationHandler = async ({ method, params }: Any) => {
    if (method === 'notifications/resources/updated') updates.push(params.uri);
  };
  const isOld = client instanceof OldClient;
  return {
    updates,
    tools: async () => (await client.listTools()).tools.map(({ name }: Any) => name),
    call: (name, args = {}, options = {}) => {
      const params = { name, arguments: args };
      return isOld ? client.callTool(params, undefined, options) : client.callTool(params, options);
    },
    read: async (uri) => JSON.parse((await client.readResource({ uri })).contents[0].text),
    subscribe: async (uri) => void (await client.subscribeResource({ uri })),
    prompt: async (name) => (await client.getPrompt({ name })).messages[0].content.text,
    close: async () => {
      await transport.terminateSession?.();
      await client.close();
    },
  };
}
