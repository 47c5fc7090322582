/** Routes for what an agent itself sends, answers and reads. */
import { RECEIPT_STATES } from '../../../taskstore/message.js';
import type { Operations } from '../operation.js';
import {
  about,
  anything,
  either,
  fields,
  flag,
  instant,
  list,
  number,
  object,
  optional,
  orNull,
  ref,
  text,
  whole,
  words,
} from '../schema.js';

const LIMIT = about(whole, 'how many at most; 50 by default, up to 500');

const DONE_LINE = { allOf: [object({ event: words('done') }), ref('Sent')] };
/** What a request answers that waits. */
export const WAITING_LINES = {
  media: 'application/x-ndjson',
  each: either(
    object({ event: words('sent'), task: ref('Task') }),
    object({ event: words('queued'), target: text, target_down: flag }),
    object({ event: words('read', 'waits'), target: text, reason: optional(text) }),
    object({
      event: words('progress'),
      target: text,
      id: text,
      receipt: object({ state: words(...RECEIPT_STATES), reason: orNull(text), at: instant }),
      status: orNull(object({ state: text, since: orNull(instant) })),
    }),
    object({
      event: words('done'),
      task: ref('Task'),
      outcome: text,
      target: optional(text),
      answer_id: optional(text),
    }),
    DONE_LINE,
    { allOf: [object({ event: words('error') }), ref('Error')] },
  ),
};

/** What a reply brings besides its text. */
const ATTACHED = {
  artifacts: list(fields({ name: text, mimeType: text, uri: text, bytes: about(text, 'in base64') })),
  data: anything,
};

/** A reply that belongs to a chat. */
const CHAT_REPLY = {
  allOf: [
    fields({ message_id: text, target_agent_id: text, conversation_id: orNull(text), note: text, warning: text }),
    fields({ current_turns: orNull(whole), max_turns: orNull(whole), conversation_ended: flag, repeated: flag }),
    object({
      outcome: words('delivered'),
      target: text,
      late: flag,
      task_gone: flag,
      task: object({ id: text, short_id: text }),
    }),
  ],
};

export const SEND_OPERATIONS: Operations = {
  'POST /send': {
    access: 'self',
    summary: 'Sends a message, as `synapse send` does',
    body: object({
      target: text,
      text: optional(text),
      files: optional(about(list(text), 'absolute paths')),
      response: optional(flag),
      reply_to: optional(text),
      task: optional(text),
      priority: optional({ type: 'integer', minimum: 1, maximum: 5 }),
      when: optional(words('now', 'idle')),
      expires_ms: optional(number),
      wait_ms: optional(number),
      until: optional(words('delivered', 'typed', 'submitted', 'answered')),
      brief: optional(flag),
      progress: optional(about(flag, 'send lines that say how the message is doing')),
      message_id: optional({ type: 'string', format: 'uuid' }),
    }),
    answer: WAITING_LINES,
    errors: [
      'cannot_message_self',
      'conversation_required_for_ai_to_ai',
      'agent_not_found',
      'ambiguous_target',
      'task_not_found',
      'ambiguous_id',
      'not_task_target',
      'task_already_closed',
      'too_many_messages',
    ],
  },
  'POST /reply': {
    access: 'self',
    summary: 'Answers a request, as `synapse reply` does',
    body: fields({
      text,
      to: about(text, 'the id of the request, or its sender'),
      latest: flag,
      ask: flag,
      fail: flag,
      reject: flag,
      partial: flag,
      message: flag,
      files: list(text),
      ...ATTACHED,
      message_id: { type: 'string', format: 'uuid' },
    }),
    answer: either(ref('Sent'), CHAT_REPLY),
    errors: ['task_not_found', 'ambiguous_id', 'no_open_request', 'several_open_requests', 'task_already_closed'],
  },
  'GET /targets': {
    access: 'self',
    summary: 'Lists the requests that are waiting for an answer',
    answer: object({
      targets: list(object({ id: text, short_id: text, sender: text, age_seconds: whole, text })),
    }),
  },
  'GET /inbox': {
    access: 'self',
    summary: 'Lists the messages that are neither typed nor read, without marking them',
    query: { limit: LIMIT, after: about(whole, 'the `seq` of the last one of the page before') },
    answer: object({ messages: list(ref('Message')), remaining: whole }),
    errors: ['invalid_request'],
  },
  'POST /inbox/read': {
    access: 'self',
    summary: 'Marks messages as read',
    body: object({ seqs: list(whole) }),
    answer: object({ read: list(text), receipt: orNull(ref('Receipt')) }),
  },
  'GET /history': {
    access: 'self',
    summary: 'Lists sent and received messages',
    query: {
      limit: LIMIT,
      with: about(text, 'the id of the other agent'),
      since: about(whole, 'an instant in milliseconds'),
      grep: about(text, 'a regular expression'),
    },
    answer: object({ messages: list(ref('Message')) }),
    errors: ['invalid_request'],
  },
};
