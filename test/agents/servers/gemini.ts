/** Gemini's content generation, as Gemini CLI speaks it. */
import { type Answer, type Dialect, event, mcpCall, type Turn } from './model.js';

interface Part {
  readonly text?: string;
  readonly functionResponse?: { readonly response: unknown };
}

interface Body {
  readonly contents: readonly { readonly role?: string; readonly parts: readonly Part[] }[];
  readonly tools?: readonly unknown[];
}

export const gemini: Dialect = {
  read({ path, body }) {
    if (path.includes(':countTokens')) return { json: { totalTokens: 10 } };
    if (path.includes(':streamGenerateContent')) return turnOf(body, streamed());
    if (path.includes(':generateContent')) return turnOf(body, whole());
    return { json: {} };
  },
};

function turnOf({ contents, tools = [] }: Body, answer: Answer): Turn {
  const users = contents.filter(({ role = 'user' }) => role === 'user').map(({ parts }) => parts);
  const result = users.at(-1)?.find(({ functionResponse }) => functionResponse)?.functionResponse;
  const said = users.flatMap((parts) => parts.flatMap(({ text }) => (text ? [text] : [])));
  return {
    said: said.filter((text) => !isAddedByAgent(text)),
    ...(result ? { result: JSON.stringify(result.response) } : {}),
    isAside: tools.length === 0,
    answer,
  };
}

function isAddedByAgent(text: string): boolean {
  return /^\s*(<session_context>|This is the Gemini CLI)/.test(text);
}

const USAGE = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };

function streamed(): Answer {
  const chunk = (part: object, more: object = {}) =>
    event({ candidates: [{ content: { role: 'model', parts: [part] }, index: 0, ...more }], usageMetadata: USAGE });
  return {
    contentType: 'text/event-stream',
    open: () => '',
    text: (text) => chunk({ text }),
    shell: (command) => {
      const call = mcpCall(command);
      const functionCall = call
        ? { name: `mcp_synapse_${call.tool}`, args: JSON.parse(call.args) }
        : { name: 'run_shell_command', args: { command, description: 'A test command' } };
      return chunk({ functionCall });
    },
    close: () => chunk({ text: '' }, { finishReason: 'STOP' }),
  };
}

/** Not streamed: the agent uses this only for its own questions. */
function whole(): Answer {
  let said = '';
  return {
    contentType: 'application/json',
    open: () => '',
    text: (delta) => {
      said += delta;
      return '';
    },
    shell: () => '',
    close: () => {
      const content = { role: 'model', parts: [{ text: said }] };
      return JSON.stringify({ candidates: [{ content, finishReason: 'STOP', index: 0 }], usageMetadata: USAGE });
    },
  };
}
