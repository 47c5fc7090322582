/** Calls a tool for a caller: one for messages, or one of the team with the caller's session. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { callDaemon } from '../../a2a/local.js';
import { asSynapseError, SynapseError } from '../../errors.js';
import { sayIn } from '../../i18n.js';
import { readArguments } from '../../tools/call/arguments.js';
import { toldTo } from '../../tools/call/told-error.js';
import { MESSAGE_TOOLS, type MessageTool, type MessageToolName } from '../../tools/message-tools.js';
import type { McpCaller } from '../caller.js';
import type { Json, Mail, MailCall } from '../mail/mail.js';
import { mailOf } from '../mail/mail-of.js';
import { teamToolNames } from './list-tools.js';

export interface ToolRequest {
  readonly name: string;
  readonly args: unknown;
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
  readonly again: () => Promise<McpCaller>;
}

const MESSAGES: Readonly<Record<MessageToolName, (mail: Mail, call: MailCall) => Promise<Json>>> = {
  synapse_send: (mail, call) => mail.send(call),
  synapse_reply: (mail, call) => mail.reply(call),
  synapse_inbox: (mail, call) => mail.inbox(call),
  synapse_list_agents: (mail) => mail.agents(),
  synapse_show: (mail, { args }) => mail.show(args.id),
  synapse_wait: (mail, call) => mail.wait(call),
};

/** Null if the caller has no such tool. What goes wrong in a tool is a result, because the model should read it. */
export async function callTool(caller: McpCaller, request: ToolRequest): Promise<CallToolResult | null> {
  const tool = MESSAGE_TOOLS.find(({ name }) => name === request.name);
  try {
    if (tool) return asResult({ success: true, ...(await callMessageTool(caller, tool, request)) });
    if (!(await teamToolNames(caller)).includes(request.name)) return null;
    return asResult(await callTeamTool(caller, request));
  } catch (error) {
    return asFailure(caller, request.name, error);
  }
}

async function callMessageTool(caller: McpCaller, tool: MessageTool, request: ToolRequest): Promise<Json> {
  const { language } = caller;
  const say = sayIn(language);
  const args = readArguments(tool, request.args ?? {}, say);
  const { signal, progress, again } = request;
  return MESSAGES[tool.name](mailOf(caller), { args, say, language, signal, progress, again });
}

/** A tool may wait as long as it was asked to, up to a minute; its daemon gets this much more time to answer. */
const LONGEST_MS = 75_000;

async function callTeamTool(caller: McpCaller, { name, args, signal }: ToolRequest): Promise<Json> {
  if (caller.kind === 'outside') throw new Error('an access token has no session');
  const { daemon, home, sessionToken, language } = caller;
  const given = args ?? {};
  const isObject = typeof given === 'object' && !Array.isArray(given);
  const token = sessionToken === null ? {} : { session_token: sessionToken };
  return callDaemon(daemon, home, {
    path: `/tools/${encodeURIComponent(name)}`,
    body: isObject ? { ...token, ...given } : given,
    timeoutMs: LONGEST_MS,
    language,
    signal,
    ...(caller.kind === 'session' ? { bearer: caller.sessionToken } : {}),
  });
}

function asResult(answer: Json): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(answer, null, 2) }], structuredContent: { ...answer } };
}

/** With a hint only if it can be followed by calling tools. */
function asFailure({ language }: McpCaller, tool: string, error: unknown): CallToolResult {
  const told = toldTo({ language, form: 'call', purpose: null, tool }, error);
  const body = (told instanceof SynapseError ? told : asSynapseError(told)).toBody();
  return { ...asResult(body), isError: true };
}
