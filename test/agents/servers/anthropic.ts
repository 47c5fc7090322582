/** Anthropic's messages, as Claude Code speaks them. */
import { type Answer, type Dialect, event, mcpCall, type Turn } from './model.js';

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: string | readonly Block[];
}

interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}

export const anthropic: Dialect = {
  read({ method, path, body }) {
    if (path.includes('count_tokens')) return { json: { input_tokens: 100 } };
    if (method !== 'POST' || !path.startsWith('/v1/messages')) return { json: {} };
    return turnOf(body);
  },
};

function turnOf(body: { messages: readonly Message[]; tools?: readonly { name: string }[] }): Turn {
  const users = body.messages.filter(({ role }) => role === 'user').map(({ content }) => blocksOf(content));
  const result = users.at(-1)?.find(({ type }) => type === 'tool_result');
  const said = body.messages.filter(({ role }) => role !== 'assistant').flatMap(saidIn);
  return {
    said,
    ...(result ? { result: textOf(result.content ?? '') } : {}),
    isAside:
      !body.tools?.some(({ name }) => name === 'Bash') || said.some((text) => text.startsWith('[SUGGESTION MODE')),
    answer: answer(),
  };
}

/** What the agent wraps around messages: those that arrive while a tool runs, as system messages, and those of others. */
const WRAPPERS = [
  /The user sent a new message while you were working:\n([\s\S]*?)\n\nIMPORTANT:/g,
  /Another Claude session sent a message(?: while you were working)?:\n([\s\S]*?)\n\nThis came from another Claude session/g,
  // Later requests repeat it together with a reminder of the agent's own.
  /PostToolUse:\w+ hook additional context: ([\s\S]*?)(?:\n<\/system-reminder>|\n\nThe task tools haven't been used|$)/g,
];

function saidIn({ role, content }: Message): string[] {
  const texts = blocksOf(content).flatMap(({ type, text }) => (type === 'text' && text ? [text] : []));
  return texts.flatMap((text, index) => {
    // On a busy machine several come as one text.
    const wrapped = WRAPPERS.map((wrapper) => [...text.matchAll(wrapper)].map(([, found = '']) => found));
    const [first] = wrapped.filter((found) => found.length > 0);
    if (first) return first;
    if (role !== 'user' || isAddedByAgent(text)) return [];
    // Two messages that waited together come as two blocks, with a line feed between them.
    return [index < texts.length - 1 ? text.replace(/\n$/, '') : text];
  });
}

function isAddedByAgent(text: string): boolean {
  return /^\s*<(system-reminder|local-command|command-name)/.test(text);
}

function blocksOf(content: string | readonly Block[]): readonly Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function textOf(content: string | readonly Block[]): string {
  return blocksOf(content)
    .map(({ text }) => text ?? '')
    .join('');
}

function answer(): Answer {
  let stop = 'end_turn';
  let isOpen = false;
  const named = (type: string, fields: object) => event({ type, ...fields }, type);
  const block = (content_block: object) => {
    isOpen = true;
    return named('content_block_start', { index: 0, content_block });
  };
  const delta = (fields: object) => named('content_block_delta', { index: 0, delta: fields });
  return {
    contentType: 'text/event-stream',
    open: () =>
      named('message_start', {
        message: {
          id: `msg_${Date.now()}`,
          type: 'message',
          role: 'assistant',
          model: 'fake',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 10, output_tokens: 1 },
        },
      }),
    text: (text) => (isOpen ? '' : block({ type: 'text', text: '' })) + delta({ type: 'text_delta', text }),
    shell: (command) => {
      stop = 'tool_use';
      const call = mcpCall(command);
      const name = call ? `mcp__synapse__${call.tool}` : 'Bash';
      const input = call?.args ?? JSON.stringify({ command, description: 'A test command' });
      return (
        block({ type: 'tool_use', id: `toolu_${Date.now()}`, name, input: {} }) +
        delta({ type: 'input_json_delta', partial_json: input })
      );
    },
    close: () =>
      (isOpen ? named('content_block_stop', { index: 0 }) : '') +
      named('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 9 } }) +
      named('message_stop', {}),
  };
}
