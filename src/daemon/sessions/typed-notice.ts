/** Turns chat and notices of the team into messages that are typed into a terminal. */
import { MAX_TEXT_BYTES } from '../../a2a/decode.js';
import { languageOf } from '../../i18n.js';
import type { Notification } from '../../team/work/notifications.js';
import { instructionOf } from '../../tools/call/chat-notices.js';
import { sayIn } from '../../tools/tool.js';
import type { TeamEnvelope } from '../mail/incoming/inbox.js';
import { NEVER_AT } from '../mail/lifetimes.js';

export interface TypedNotice {
  readonly id: string;
  readonly senderId: string;
  readonly text: string;
  readonly conversationId: string | null;
  readonly shownAs?: string;
}

/** Leaves room for the sentence around a quoted text. */
const LONGEST_QUOTE_BYTES = MAX_TEXT_BYTES / 2;

export function envelopeOf(projectId: string, notice: TypedNotice): TeamEnvelope {
  const { id, senderId, conversationId, shownAs = null } = notice;
  const text = clipped(notice.text, MAX_TEXT_BYTES);
  return {
    text,
    parts: [{ type: 'text', text }],
    senderId,
    senderType: 'agent',
    senderEndpoint: null,
    senderStore: null,
    senderTaskId: shownAs,
    responseExpected: false,
    messageId: id,
    priority: 3,
    inReplyTo: null,
    contextId: null,
    answerKind: 'answer',
    expiresAt: NEVER_AT,
    metadata: {
      chat_project: projectId,
      ...(conversationId === null ? {} : { conversation_id: conversationId }),
    },
  };
}

/** In the language of the daemon. The notice keeps its id, so that it is not typed again after a restart. */
export function noticeEnvelope(notice: Notification): TeamEnvelope {
  const { id, projectId, agentId, message } = notice;
  const instruction = instructionOf(notice, sayIn(languageOf(process.env)));
  const text = message === null ? instruction : `${clipped(message)} ${instruction}`;
  return envelopeOf(projectId, { id, senderId: agentId, text, conversationId: null });
}

/** Cuts a text to the length of a message; tools show the rest. */
export function clipped(text: string, mostBytes = LONGEST_QUOTE_BYTES): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= mostBytes) return text;
  const begin = bytes.subarray(0, mostBytes - Buffer.byteLength(CUT)).toString('utf8');
  // Removes a character that was cut in two.
  return `${begin.replace(/\ufffd+$/, '')}${CUT}`;
}

const CUT = '…';
