/** OpenAI's responses, as Codex speaks them. */
import { type Answer, type Dialect, event, mcpCall, type Turn } from './model.js';

interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly content?: readonly { readonly text?: string }[];
  readonly output?: unknown;
}

interface Body {
  readonly input: readonly Item[];
  readonly tools?: readonly { readonly name?: string; readonly type: string }[];
}

/** With `asks` the model wants to leave the sandbox, for which Codex asks the person. */
export function responses({ asks }: { readonly asks: boolean }): Dialect {
  return {
    read({ method, path, body }) {
      if (method !== 'POST' || !path.endsWith('/responses')) return { json: { data: [], models: [] } };
      return turnOf(body, asks);
    },
  };
}

function turnOf({ input, tools = [] }: Body, asks: boolean): Turn {
  const said = input
    .filter(({ type = 'message', role }) => type === 'message' && role === 'user')
    .flatMap(({ content = [] }) => content.flatMap(({ text }) => (text ? [text] : [])));
  const isOwn = ({ role, type = '' }: Item) => role === 'assistant' || type.endsWith('_call');
  const result = input.slice(input.findLastIndex(isOwn) + 1).find(({ type = '' }) => type.endsWith('_call_output'));
  const names = tools.map(({ name }) => name ?? '');
  return {
    said: said.filter((text) => !isAddedByAgent(text)),
    ...(result ? { result: resultOf(result.output) } : {}),
    isAside: tools.length === 0,
    answer: answer(names, asks),
  };
}

function isAddedByAgent(text: string): boolean {
  return /^\s*(<(environment_context|user_instructions|turn_aborted|permissions|skills|INSTRUCTIONS)|# AGENTS\.md)/.test(
    text,
  );
}

function resultOf(output: unknown): string {
  return typeof output === 'string' ? output : JSON.stringify(output);
}

function answer(tools: readonly string[], asks: boolean): Answer {
  const id = `resp_${Date.now()}`;
  let said = '';
  let call: object | undefined;
  const named = (type: string, fields: object) => event({ type, ...fields }, type);
  const message = () => ({
    type: 'message',
    id: `msg_${id}`,
    role: 'assistant',
    content: said ? [{ type: 'output_text', text: said, annotations: [] }] : [],
  });
  return {
    contentType: 'text/event-stream',
    open: () => named('response.created', { response: { id, object: 'response', status: 'in_progress' } }),
    text: (delta) => {
      const start = said ? '' : named('response.output_item.added', { output_index: 0, item: message() });
      said += delta;
      return (
        start + named('response.output_text.delta', { item_id: `msg_${id}`, output_index: 0, content_index: 0, delta })
      );
    },
    shell: (command) => {
      call = { type: 'function_call', id: `fc_${id}`, call_id: `call_${id}`, ...shellCall(tools, command, asks) };
      return named('response.output_item.added', { output_index: 0, item: call });
    },
    close: () =>
      named('response.output_item.done', { output_index: 0, item: call ?? message() }) +
      named('response.completed', {
        response: {
          id,
          object: 'response',
          status: 'completed',
          output: [],
          usage: {
            input_tokens: 10,
            input_tokens_details: null,
            output_tokens: 5,
            output_tokens_details: null,
            total_tokens: 15,
          },
        },
      }),
  };
}

/** The shell tool has had several names, and depends on the model. */
function shellCall(tools: readonly string[], command: string, asks: boolean): object {
  const escalation = asks
    ? { sandbox_permissions: 'require_escalated', justification: 'May I run a test command?' }
    : {};
  const named = (name: string, input: object) => ({ name, arguments: JSON.stringify({ ...input, ...escalation }) });
  const call = mcpCall(command);
  // Codex offers the tools of an MCP server as one namespace.
  if (call) return { namespace: 'mcp__synapse', name: call.tool, arguments: call.args };
  if (tools.includes('exec_command')) return named('exec_command', { cmd: command, yield_time_ms: 60_000 });
  if (tools.includes('shell_command')) return named('shell_command', { command });
  return named('shell', { command: ['bash', '-c', command] });
}
