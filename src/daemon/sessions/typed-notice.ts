/** Something of the team that is typed into a terminal, in the form of any other message. */
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

/** What somebody wrote, beside which there is still room for what it is. */
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

/** A notice in the words of the agent it is for; its id tells what an earlier daemon has typed already. */
export function noticeEnvelope(notice: Notification): TeamEnvelope {
  const { id, projectId, agentId, message } = notice;
  const instruction = instructionOf(notice, sayIn(languageOf(process.env)));
  const text = message === null ? instruction : `${clipped(message)} ${instruction}`;
  return envelopeOf(projectId, { id, senderId: agentId, text, conversationId: null });
}

/** Work may be described at any length, and a message may not: the rest is for the tools to show. */
export function clipped(text: string, mostBytes = LONGEST_QUOTE_BYTES): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= mostBytes) return text;
  const begin = bytes.subarray(0, mostBytes - Buffer.byteLength(CUT)).toString('utf8');
  // A character that was cut through is none.
  return `${begin.replace(/\ufffd+$/, '')}${CUT}`;
}

const CUT = '…';
