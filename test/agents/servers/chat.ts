/** OpenAI's chat completions, as opencode speaks them. */
import { type Answer, type Dialect, event, mcpCall, type Turn } from './model.js';

interface Message {
  readonly role: string;
  readonly content: string | readonly { readonly text?: string }[];
}

export const chat: Dialect = {
  read({ method, path, body }) {
    if (method !== 'POST' || !path.endsWith('/chat/completions')) return { json: { data: [] } };
    return turnOf(body);
  },
};

function turnOf({ messages, tools = [] }: { messages: readonly Message[]; tools?: readonly unknown[] }): Turn {
  const isOwn = ({ role }: Message) => role === 'assistant';
  const result = messages.slice(messages.findLastIndex(isOwn) + 1).find(({ role }) => role === 'tool');
  return {
    said: messages.filter(({ role }) => role === 'user').map(({ content }) => textOf(content)),
    ...(result ? { result: textOf(result.content) } : {}),
    isAside: tools.length === 0,
    answer: answer(),
  };
}

function textOf(content: Message['content']): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}

function answer(): Answer {
  const id = `chatcmpl-${Date.now()}`;
  let finish = 'stop';
  const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) =>
    event({
      id,
      object: 'chat.completion.chunk',
      created: 0,
      model: 'fake',
      choices: [{ index: 0, delta, finish_reason }],
      ...more,
    });
  return {
    contentType: 'text/event-stream',
    open: () => chunk({ role: 'assistant', content: '' }),
    text: (content) => chunk({ content }),
    shell: (command) => {
      finish = 'tool_calls';
      const mcp = mcpCall(command);
      const named = mcp
        ? { name: `synapse_${mcp.tool}`, arguments: mcp.args }
        : { name: 'bash', arguments: JSON.stringify({ command, description: 'A test command' }) };
      return chunk({ tool_calls: [{ index: 0, id: `call_${id}`, type: 'function', function: named }] });
    },
    close: () =>
      `${chunk({}, finish, { usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } })}data: [DONE]\n\n`,
  };
}
