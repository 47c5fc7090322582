/** Reads the message of a client into the form in which the agent gets it. */
import type { Message } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { isOwnForm, MAX_FOREIGN_ID_LENGTH } from '../../../ids.js';
import { MAX_FILE_BYTES } from '../../decode.js';
import { MESSAGE_ID_KEY } from '../../message-id.js';
import type { ClientMessage } from '../desk.js';
import { toStored } from './parts.js';

/** Only our own daemons promise that an id is used once. Other clients repeat theirs for different messages. */
const OWN_ID = MESSAGE_ID_KEY;
const MOST_PARTS = 1_000;
const MOST_NOTE_BYTES = 64 * 1024;

export function clientMessageOf(message: Message): Omit<ClientMessage, 'continues'> {
  if (message.parts.length > MOST_PARTS) throw new RequestMalformedError(`message has more than ${MOST_PARTS} parts`);
  if (message.contextId.length > MAX_FOREIGN_ID_LENGTH) {
    throw new RequestMalformedError(`message.contextId has more than ${MAX_FOREIGN_ID_LENGTH} characters`);
  }
  for (const { content, filename } of message.parts) {
    if (content?.$case !== 'raw' || content.value.length <= MAX_FILE_BYTES) continue;
    const size = content.value.length;
    throw new RequestMalformedError(
      `The file ${filename || 'unnamed'} has ${size} bytes; the limit is ${MAX_FILE_BYTES}. Send its URL instead.`,
    );
  }
  const { metadata, extensions, referenceTaskIds } = message;
  const note = {
    id: message.messageId,
    ...(metadata === undefined ? {} : { metadata }),
    ...(extensions.length === 0 ? {} : { extensions }),
    ...(referenceTaskIds.length === 0 ? {} : { references: referenceTaskIds }),
  };
  if (JSON.stringify(note).length > MOST_NOTE_BYTES) {
    throw new RequestMalformedError(`The metadata of the message has more than ${MOST_NOTE_BYTES} bytes`);
  }
  return {
    parts: message.parts.map(toStored),
    messageId: ownIdOf(message),
    contextId: message.contextId === '' ? null : message.contextId,
    note,
  };
}

export function ownIdOf({ metadata }: Pick<Message, 'metadata'>): string | null {
  const given: unknown = metadata?.[OWN_ID];
  const id = typeof given === 'string' ? given.toLowerCase() : '';
  return isOwnForm(id) ? id : null;
}
