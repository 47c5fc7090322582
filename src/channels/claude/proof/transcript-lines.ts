/** What a line of Claude Code's transcript proves about a message. */
import { isAnswer } from '../../evidence/recorded.js';

/** One line, as far as it says that the model was given something. */
export interface Given {
  /** Our id for it, if it came over the inbox. */
  readonly uuid: string | null;
  readonly text: string;
}

/**
 * The id of a message that the session has taken out of its queue for good. An `enqueue` proves nothing, and an
 * attachment alone is not enough: after an interrupt such a message can go back into the queue.
 */
export function provenBy(line: string): string | null {
  const entry = parse(line);
  if (entry?.type === 'user' && entry.isSidechain !== true) return idIn(entry.uuid);
  const isAbsorbed =
    entry?.type === 'queue-operation' && entry.operation === 'remove' && entry.reason === 'absorbed_mid_turn';
  return isAbsorbed ? idIn(entry.commandUuid) : null;
}

/** What this line shows to have been read: a prompt, or something that was handed over during a turn. */
export function givenBy(line: string): Given | null {
  const entry = parse(line);
  if (!entry || entry.isSidechain === true) return null;
  if (entry.type === 'user') return { uuid: idIn(entry.uuid), text: saidIn(entry.message) };
  if (entry.type !== 'attachment') return null;
  const { type, source_uuid, prompt, content } = (entry.attachment ?? {}) as Entry;
  if (type === 'queued_command') return { uuid: idIn(source_uuid), text: joined(prompt) };
  return type === 'hook_additional_context' ? { uuid: null, text: joined(content) } : null;
}

/** Whether this line holds something that the model of the session, not of a subagent, has said. */
export function isSaid(line: string): boolean {
  if (!isAnswer(line)) return false;
  const entry = parse(line);
  return entry?.type === 'assistant' && entry.isSidechain !== true;
}

type Entry = Readonly<Record<string, unknown>>;

function parse(line: string): Entry | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Entry) : null;
  } catch {
    return null;
  }
}

function idIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function saidIn(message: unknown): string {
  return joined(typeof message === 'object' && message !== null ? (message as Entry).content : null);
}

/** The results of tools are no prompts, even if they quote one. */
function joined(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((block) => (typeof block === 'string' ? block : block?.type === 'text' ? String(block.text) : ''))
    .join('\n');
}
