/** Builds what the team types into a terminal, in the form of any other message. */
import { MAX_TEXT_BYTES } from '../../a2a/decode.js';
import type { Say } from '../../i18n.js';
import type { Purpose } from '../../team/sessions/session.js';
import type { Notification } from '../../team/work/notifications.js';
import { instructionOf } from '../../tools/call/chat-notices.js';
import type { TeamEnvelope } from '../mail/incoming/inbox.js';
import { NEVER_AT } from '../mail/lifetimes.js';

export interface TypedNotice {
  readonly id: string;
  readonly senderId: string;
  readonly text: string;
  readonly conversationId: string | null;
  readonly shownAs?: string;
}

/** The longest quote that leaves room for the rest of the notice. */
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
    doubt: null,
    expiresAt: NEVER_AT,
    metadata: {
      _chat: true,
      chat_project: projectId,
      ...(conversationId === null ? {} : { conversation_id: conversationId }),
    },
  };
}

/** A notice in the language of its agent. Its id shows whether an earlier daemon has already typed it. */
export function noticeEnvelope(notice: Notification, say: Say, purpose: Purpose): TeamEnvelope {
  const { id, projectId, agentId, message } = notice;
  const instruction = instructionOf(notice, say, purpose);
  const text = message === null ? instruction : `${clipped(message)} — ${instruction}`;
  return envelopeOf(projectId, { id, senderId: agentId, text, conversationId: null });
}

/** A description can have any length, but a message cannot. The tools show the rest. */
export function clipped(text: string, mostBytes = LONGEST_QUOTE_BYTES): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= mostBytes) return text;
  const begin = bytes.subarray(0, mostBytes - Buffer.byteLength(CUT)).toString('utf8');
  // Drop a character that was cut in half.
  return `${begin.replace(/\ufffd+$/, '')}${CUT}`;
}

const CUT = '…';
