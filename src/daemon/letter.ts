/** Something of the team that is typed into a terminal, in the form of any other message. */
import type { Envelope } from '../a2a/decode.js';
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
