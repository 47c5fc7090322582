/** Words an error for the caller of a tool: in their language, with what this session can do next. */
import { asSynapseError, SynapseError } from '../../errors.js';
import { INSTEAD_ELSEWHERE, INSTEAD_IN_CHAT, INSTEAD_IN_TASK } from '../../i18n/counterparts.js';
import type { Text } from '../../i18n/language.js';
import { MESSAGE_TOOL_HINTS } from '../../i18n/mcp/message-hints.js';
import { CONVERSATION_FIRST, CONVERSATION_OVER, TOOL_HINTS } from '../../i18n/tool-hints.js';
import { type Facts, type Form, fill, type Language } from '../../i18n.js';
import type { Purpose } from '../../team/sessions/session.js';
import { MESSAGE_TOOLS } from '../message-tools.js';

export interface ToolReader {
  readonly language: Language;
  readonly form: Form;
  /** Of the session that called; null if there is none. */
  readonly purpose: Purpose | null;
  /** The tool that was called. */
  readonly tool: string;
}

export function toldTo(reader: ToolReader, error: unknown): unknown {
  const known = asSynapseError(error);
  if (known.code === 'internal_error') return error;
  const said = known.in(reader.language);
  const facts = { tool: reader.tool, ...said.details };
  const message = messageFor(known.code, reader, facts);
  const hint = hintFor(known.code, reader, facts);
  const told = new SynapseError(known.code, said.details, {
    message: message ? fill(message[reader.language], facts, reader.form) : said.message,
    hint: hint === undefined ? usableHint(said.hint, reader.form) : hint,
  });
  if (known.stack !== undefined) told.stack = known.stack;
  return told;
}

function messageFor(code: string, { purpose }: ToolReader, facts: Facts): Text | undefined {
  if (code !== 'conversation_required_for_ai_to_ai' || !purpose) return undefined;
  return purpose === 'chat' && facts.ended_conversation_id != null
    ? CONVERSATION_OVER.chat
    : CONVERSATION_FIRST[purpose];
}

/** Undefined if the error has no hint of its own for sessions. Null if this one would name a fact that is not known. */
function hintFor(code: string, reader: ToolReader, facts: Facts): string | null | undefined {
  const { language, form, purpose, tool } = reader;
  const manner = form === 'call' ? 'call' : 'command';
  const rows = isMessageTool(tool) ? MESSAGE_TOOL_HINTS : TOOL_HINTS;
  const row = rows[`${code}_${facts.state}`] ?? rows[code];
  const text = purpose && row?.[`${purpose}_${manner}` as 'chat_call'];
  const chosen = insteadOf(code, tool) ?? text ?? (purpose ? row?.[purpose] : undefined) ?? row?.[manner] ?? row?.any;
  if (!chosen) return row || isAnswered(code) ? null : undefined;
  const template = chosen[language];
  const isKnown = [...template.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => facts[name] != null);
  return isKnown ? fill(template, facts, form) : null;
}

function isMessageTool(tool: string): boolean {
  return MESSAGE_TOOLS.some(({ name }) => name === tool);
}

/** What this session has in place of a tool of the other one. */
function insteadOf(code: string, tool: string): Text | undefined {
  if (code === 'chat_session_required') return INSTEAD_IN_TASK[tool] ?? INSTEAD_ELSEWHERE.task;
  if (code === 'task_session_required') return INSTEAD_IN_CHAT[tool] ?? INSTEAD_ELSEWHERE.chat;
  return undefined;
}

/** Whether the message already says what to do. */
function isAnswered(code: string): boolean {
  return code === 'conversation_required_for_ai_to_ai';
}

/** A command is of no use to somebody who can only call tools. */
function usableHint(hint: string | null, form: Form): string | null {
  return form === 'call' && hint?.includes('synapse ') ? null : hint;
}
