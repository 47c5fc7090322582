/** One event that a hook of Claude Code reports. */

export interface HookEvent {
  readonly name: string;
  readonly at: number;
  readonly sessionId: string | null;
  readonly transcript: string | null;
  /** The turn that it belongs to. */
  readonly promptId: string | null;
  /** A subagent at work says nothing about the session itself. */
  readonly isOfSubagent: boolean;
  /** What was submitted, if this is `UserPromptSubmit`. */
  readonly prompt: string | null;
  readonly tool: ToolCall | null;
  /** The kind of a `Notification`. */
  readonly notice: string | null;
}

export interface ToolCall {
  readonly tool: string;
  readonly command: string;
}

/** Null for anything but a report. Of one that was cut because of its length, only the beginning is understood. */
export function readHookEvent(text: string, at: number): HookEvent | null {
  const fields = parse(text) ?? beginningOf(text);
  const name = textIn(fields, 'hook_event_name');
  if (name === null) return null;
  return {
    name,
    at,
    sessionId: textIn(fields, 'session_id'),
    transcript: textIn(fields, 'transcript_path'),
    promptId: textIn(fields, 'prompt_id'),
    isOfSubagent: textIn(fields, 'agent_id') !== null,
    prompt: textIn(fields, 'prompt'),
    tool: toolIn(fields),
    notice: textIn(fields, 'notification_type'),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function parse(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : {};
  } catch {
    return null;
  }
}

/** What is long, such as the output of a tool, comes last. */
function beginningOf(text: string): Fields {
  const known = ['session_id', 'transcript_path', 'prompt_id', 'agent_id', 'hook_event_name'];
  const [head = ''] = text.split(/"(?:tool_input|prompt|message)":/, 1);
  const found = known.map((key) => [key, new RegExp(`"${key}":("(?:[^"\\\\]|\\\\.)*")`).exec(head)?.[1]] as const);
  return Object.fromEntries(found.flatMap(([key, value]) => (value ? [[key, JSON.parse(value)]] : [])));
}

function textIn(fields: Fields, key: string): string | null {
  const value = fields[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

function toolIn(fields: Fields): ToolCall | null {
  const tool = textIn(fields, 'tool_name');
  if (tool === null) return null;
  const input = (fields.tool_input ?? {}) as Fields;
  return { tool, command: typeof input.command === 'string' ? input.command : JSON.stringify(input) };
}
