/** Routes about tasks and messages. */
import { RECEIPT_STATES } from '../../../taskstore/message.js';
import { TASK_STATES } from '../../../taskstore/task.js';
import type { Operations } from '../operation.js';
import {
  about,
  anything,
  done,
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
import { WAITING_LINES } from './send-operations.js';

const LIMIT = about(whole, 'how many at most; 50 by default, up to 500');
const TASK = object({ task: ref('Task') });
const EVENTS = { media: 'text/event-stream', each: ref('Change') };

const ENVELOPE = object({
  message: object({ role: optional(text), messageId: optional(text), parts: list(ref('Part')) }),
  metadata: optional(
    about(
      fields({
        sender: fields({ sender_id: text, sender_type: text, sender_endpoint: text, sender_store: text }),
        sender_task_id: text,
        response_expected: flag,
        message_id: about(text, 'the same id from the same sender is the same task, so a retry is safe'),
        priority: { type: 'integer', minimum: 1, maximum: 5 },
        when: words('now', 'idle'),
        in_reply_to: text,
        context_id: text,
        answer: words('answer', 'question', 'failure', 'rejection'),
        expires_at: instant,
        doubt: text,
      }),
      'Further keys are kept with the message, up to 4 KiB each.',
    ),
  ),
});

export const MAIL_OPERATIONS: Operations = {
  'POST /tasks/send': {
    access: 'known',
    summary: 'Receives a message, or the answer to a task of this agent',
    query: { reply_to: about(text, 'the id of the task that this answers') },
    body: ENVELOPE,
    answer: object({ task: ref('Task'), late: optional(flag) }),
    errors: [
      'cannot_message_self',
      'conversation_required_for_ai_to_ai',
      'sender_mismatch',
      'not_task_target',
      'task_not_found',
      'ambiguous_id',
      'task_already_closed',
    ],
  },
  'POST /tasks/receipts': {
    access: 'known',
    summary: 'Receives reports on how far the messages of this agent have got',
    body: object({
      receipts: list(
        object({
          message_id: text,
          state: words(...RECEIPT_STATES),
          task_id: optional(orNull(text)),
          reason: optional(orNull(text)),
          via: optional(orNull(text)),
          doubt: optional(orNull(text)),
          screen: optional(orNull(text)),
        }),
      ),
    }),
    answer: object({ success: done }),
  },
  'POST /tasks/create': {
    access: 'self',
    summary: 'Creates a task of this agent without sending anything',
    body: object({ target: text, context_id: optional(text) }),
    answer: TASK,
    errors: ['cannot_message_self', 'agent_not_found', 'ambiguous_target'],
  },
  'GET /tasks': {
    access: 'known',
    summary: 'Lists tasks, newest first',
    query: {
      limit: LIMIT,
      cursor: about(text, '`next` of the page before'),
      state: words(...TASK_STATES),
      direction: words('outgoing', 'incoming'),
      open: about(words('true'), 'only those that are not settled'),
    },
    answer: object({ tasks: list(ref('Task')), next: orNull(text) }),
    errors: ['invalid_request'],
  },
  'GET /tasks/:id': {
    access: 'known',
    summary: 'Shows one task or message',
    query: { wait: about(number, 'how many seconds to wait until it is settled') },
    answer: object({ task: ref('Task'), messages: list(ref('Message')) }),
    errors: ['invalid_request', 'task_not_found', 'ambiguous_id'],
  },
  'POST /tasks/:id/cancel': {
    access: 'known',
    summary: 'Cancels a task or message',
    answer: object({ task: ref('Task'), withdrawn: anything }),
    errors: ['invalid_request', 'forbidden', 'task_not_found', 'ambiguous_id', 'task_already_closed'],
  },
  'GET /tasks/:id/events': {
    access: 'known',
    summary: 'Streams the events of one task',
    answer: EVENTS,
    errors: ['invalid_request', 'task_not_found', 'ambiguous_id'],
  },
  'GET /tasks/:id/answer': {
    access: 'self',
    summary: 'Waits for the answer to a task',
    query: {
      seconds: about(number, 'how long to wait; 300 by default'),
      progress: about(words('true'), 'send lines that say how the message is doing'),
    },
    answer: WAITING_LINES,
    errors: ['invalid_request', 'task_not_found', 'ambiguous_id'],
  },
  'POST /tasks/:id/ack': {
    access: 'self',
    summary: 'Acknowledges that the answer was shown, so that it is not typed as well',
    body: fields({ message_id: text }),
    answer: object({ success: done }),
    errors: ['task_not_found', 'ambiguous_id'],
  },
  'GET /events': {
    access: 'known',
    summary: 'Streams all events; for others than the agent itself, those of their own tasks',
    query: { full: about(flag, 'begin with what is open, and send each change with its task and message') },
    answer: EVENTS,
    errors: ['invalid_request', 'forbidden'],
  },
};
