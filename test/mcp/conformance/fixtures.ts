/** The tools, resources and prompts that `@modelcontextprotocol/conformance` calls by name, on our server and transports. */
import { ProtocolError, type Server, type ServerContext } from '@modelcontextprotocol/server';
import { makeServer, type Serving } from '../../../src/mcp/server.js';

// biome-ignore lint/suspicious/noExplicitAny: the contents are those that the tool looks for.
type Any = any;

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';
const IMAGE = { type: 'image', data: PIXEL, mimeType: 'image/png' };
const NO_ARGUMENTS = { type: 'object', properties: {} };

const text = (words: string) => ({ type: 'text', text: words });
const embedded = (uri: string) => ({ type: 'resource', resource: { uri, mimeType: 'text/plain', text: 'embedded' } });

const TOOLS: Readonly<Record<string, (context: ServerContext) => Promise<Any>>> = {
  test_simple_text: async () => ({ content: [text('This is a simple text response for testing.')] }),
  test_image_content: async () => ({ content: [IMAGE] }),
  test_audio_content: async () => ({ content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }] }),
  test_embedded_resource: async () => ({ content: [embedded('test://embedded-resource')] }),
  test_multiple_content_types: async () => ({
    content: [text('Multiple content types test:'), IMAGE, embedded('test://mixed-content-resource')],
  }),
  test_error_handling: async () => ({
    content: [text('This tool intentionally returns an error for testing')],
    isError: true,
  }),
  test_tool_with_progress: async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken ?? 0;
    for (const progress of [0, 50, 100]) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return { content: [text(String(progressToken))] };
  },
  test_tool_with_logging: async ({ mcpReq }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } } as Any);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return { content: [text('logged')] };
  },
  json_schema_2020_12_tool: async () => ({ content: [text('ok')] }),
};

const SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
};

const RESOURCES: Readonly<Record<string, object>> = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: PIXEL },
  'test://watched-resource': { mimeType: 'text/plain', text: 'watched' },
};

const argument = (name: string) => ({ name, required: true });
const PROMPTS: Readonly<Record<string, { readonly takes: readonly string[]; readonly says: (args: Any) => Any[] }>> = {
  test_simple_prompt: { takes: [], says: () => [text('This is a simple prompt for testing.')] },
  test_prompt_with_arguments: {
    takes: ['arg1', 'arg2'],
    says: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  test_prompt_with_embedded_resource: {
    takes: ['resourceUri'],
    says: ({ resourceUri }) => [embedded(resourceUri), text('Please process the embedded resource above.')],
  },
  test_prompt_with_image: { takes: [], says: () => [IMAGE, text('Please analyze the image above.')] },
};

export function makeFixtureServer(serving: Serving): Server {
  const server: Any = makeServer(serving);
  server.registerCapabilities({ logging: {}, completions: {} });
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(TOOLS).map((name) => ({
      name,
      description: name,
      inputSchema: name === 'json_schema_2020_12_tool' ? SCHEMA_2020_12 : NO_ARGUMENTS,
    })),
  }));
  server.setRequestHandler('tools/call', ({ params }: Any, context: ServerContext) => {
    const tool = TOOLS[params.name];
    if (!tool) throw new ProtocolError(-32602, `Unknown tool: ${params.name}`);
    return tool(context);
  });
  server.setRequestHandler('resources/list', () => ({
    resources: Object.entries(RESOURCES).map(([uri, { mimeType }]: Any) => ({ uri, name: uri, mimeType })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }: Any) => {
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
    const made = id && { mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) };
    const found = RESOURCES[uri] ?? made;
    if (!found) throw new ProtocolError(-32602, `Unknown resource: ${uri}`, { uri });
    return { contents: [{ uri, ...found }] };
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(PROMPTS).map(([name, { takes }]) => ({
      name,
      description: name,
      arguments: takes.map(argument),
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: args = {} } }: Any) => {
    const prompt = PROMPTS[name];
    if (!prompt) throw new ProtocolError(-32602, `Unknown prompt: ${name}`);
    return { messages: prompt.says(args).map((content) => ({ role: 'user', content })) };
  });
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0, hasMore: false } }));
  return server;
}
