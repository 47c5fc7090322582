/** Builds the answer to the sender of a chat message. */

import type { Say } from '../../i18n.js';
import type { FileTrouble } from '../../team/chat/chat-files.js';
import type { SentChat } from '../../team/chat/send-chat.js';
import type { Team } from '../../team/team.js';
import type { Answer } from '../tool.js';
import { noteOn } from '../waiting-note.js';

export async function sentAnswer(team: Team, sent: SentChat, say: Say): Promise<Answer> {
  const { message, conversation, turns, hasEnded, troubles } = sent;
  const { projectId, receiverId } = message;
  const target = { projectId, agentId: receiverId, purpose: 'chat' } as const;
  return {
    message_id: message.id,
    target_agent_id: receiverId,
    conversation_id: conversation?.id ?? null,
    current_turns: turns,
    max_turns: conversation?.maxTurns ?? null,
    ...(hasEnded ? { conversation_ended: true } : {}),
    ...fileWarning(troubles, say),
    ...(await team.store.read((db) => noteOn(db, target, say))),
  };
}

/** The message is stored even if a chat file could not be written; the sender should know. */
export function fileWarning([first]: readonly FileTrouble[], say: Say): { readonly warning?: string } {
  return first ? { warning: say('chat_file_trouble', { agent_id: first.agentId, reason: first.reason }) } : {};
}

/** Treats a blank text as none: nobody could answer it, and terminals refuse it. */
export function wordsOf(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : text;
}
