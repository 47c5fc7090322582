/** Something of the team that is typed into a terminal, in the form of any other message. */
import type { Envelope } from '../a2a/decode.js';
import { languageOf, textOf } from '../i18n.js';
import type { Notification } from '../team/notification.js';
import { instructionOf } from '../tools/notices.js';
import { NEVER_AT } from './inbox.js';

export interface Letter {
  readonly id: string;
  readonly senderId: string;
  readonly text: string;
  readonly conversationId: string | null;
  readonly shownAs?: string;
}

export function envelopeOf(projectId: string, letter: Letter): Envelope {
  const { id, senderId, text, conversationId, shownAs = null } = letter;
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
export function noticeEnvelope(notice: Notification): Envelope {
  const { id, projectId, agentId, message } = notice;
  const instruction = instructionOf(notice, (key, facts) => textOf(languageOf(process.env), key, facts));
  const text = message === null ? instruction : `${message} ${instruction}`;
  return envelopeOf(projectId, { id, senderId: agentId, text, conversationId: null });
}
