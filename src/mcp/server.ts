/** The MCP server of one caller: wires the methods of the protocol to tools, resources and prompts. */
import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import { asSynapseError } from '../errors.js';
import { type Language, sayIn } from '../i18n.js';
import { VERSION } from '../version.js';
import type { Identify } from './caller.js';
import { getPrompt, listPrompts } from './prompts.js';
import type { Changes } from './resources/changes.js';
import { listResources, listTemplates, readResource } from './resources/resources.js';
import { callTool } from './tools/call-tool.js';
import { listTools } from './tools/list-tools.js';

export interface Serving {
  /** Asked with every request, because who calls may change while a client is connected. */
  readonly identify: Identify;
  readonly language: Language;
  /** Where to subscribe to changes; null for a client that cannot be told of them. */
  readonly changes: Pick<Changes, 'watch' | 'unwatch'> | null;
  /** Gets each call of a tool, which continues until its message is sent, even if the client is gone. */
  readonly onCall?: (call: Promise<unknown>) => void;
}

/** The schemas of the tools are plain JSON Schema and are checked by the tools, so this is the server without a validator. */
export function makeServer({ identify, language, changes, onCall }: Serving): Server {
  const say = sayIn(language);
  const server = new Server(
    { name: 'synapse', title: 'Synapse', version: VERSION },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {} },
      instructions: say('mcp_instructions'),
    },
  );
  server.setRequestHandler('tools/list', async () => ({
    tools: await orRefuse(async () => listTools(await identify('to list'))),
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name, arguments: args } = params;
    const again = () => identify('to act');
    const caller = await orRefuse(again);
    const waiting = { signal: signalOf(context), progress: progressOf(context), again };
    const call = callTool(caller, { name, args, ...waiting });
    onCall?.(call);
    const result = await call;
    if (!result) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
    return result;
  });
  server.setRequestHandler('resources/list', () => ({ resources: listResources(say) }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: listTemplates(say) }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const found = await orRefuse(async () => readResource(await identify('to act'), uri));
    if (found === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown resource: ${uri}`, { uri });
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(found, null, 2) }] };
  });
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    await changes?.watch(uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    changes?.unwatch(uri);
    return {};
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts(say) }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: args = {} } }) => {
    const prompt = getPrompt(name, args, say);
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`);
    return prompt;
  });
  return server;
}

/** What goes wrong outside a tool is an error of the protocol, with the sentence and code that HTTP would answer. */
async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { message, code, details } = asSynapseError(error);
    throw new ProtocolError(ProtocolErrorCode.InternalError, message, { ...details, error: code });
  }
}

/** A dropped connection of an older client does not end the request itself. */
function signalOf({ mcpReq, http }: ServerContext): AbortSignal {
  return http?.req ? AbortSignal.any([mcpReq.signal, http.req.signal]) : mcpReq.signal;
}

/** Does nothing if the client did not ask for progress. */
function progressOf({ mcpReq }: ServerContext): (message: string) => void {
  const token = mcpReq._meta?.progressToken;
  let progress = 0;
  return (message) => {
    if (token === undefined) return;
    progress += 1;
    const params = { progressToken: token, progress, message };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}
