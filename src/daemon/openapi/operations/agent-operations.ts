/** Routes about the agent itself: its status, its terminals, and to drive them. */
import type { Operations } from '../operation.js';
import {
  about,
  anything,
  either,
  facts,
  fields,
  flag,
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

const SESSION = { session: about(text, 'which terminal; the first one by default') };
const COLORS = { foreground: text, background: text, column: whole, row: whole };
const SUCCESS = { const: true };

export const AGENT_OPERATIONS: Operations = {
  'GET /status': {
    access: 'known',
    summary: 'Returns what `synapse status` prints',
    query: SESSION,
    answer: ref('Status'),
    errors: ['invalid_request', 'terminal_not_found'],
  },
  'GET /live': {
    access: 'self',
    summary: 'Lists the agents that run, for a command in a sandbox that cannot see processes',
    answer: object({ live: list(object({ id: text, instance: text, status: text })) }),
  },
  'GET /live/:id/status': {
    access: 'self',
    summary: 'Returns the status of another agent, for a command in a sandbox that cannot reach it',
    answer: ref('Status'),
    errors: ['invalid_request', 'agent_not_found', 'agent_not_running'],
  },
  'GET /screen': {
    access: 'self',
    summary: 'Returns the text of the terminal',
    query: {
      ...SESSION,
      scrollback: about(whole, 'how many lines of what has scrolled away to return above the screen'),
    },
    answer: object({ text, cols: whole, rows: whole, cursor: object({ column: whole, row: whole }) }),
    errors: ['invalid_request', 'terminal_not_found'],
  },
  'GET /output': {
    access: 'self',
    summary: 'Streams what the program prints from now on, as raw bytes',
    query: SESSION,
    answer: { media: 'application/octet-stream', each: { type: 'string', format: 'binary' } },
    errors: ['invalid_request', 'terminal_not_found'],
  },
  'GET /attach': {
    access: 'self',
    summary: 'Connects a viewer to the terminal',
    details: 'The request asks for an upgrade of the connection, which then carries the frames of the terminal.',
    query: { ...SESSION, cols: whole, rows: whole, read_only: words('true'), ...COLORS },
    answer: { switchesTo: 'the protocol of a terminal' },
    errors: ['invalid_request', 'terminal_not_found'],
  },
  'POST /terminals': {
    access: 'self',
    summary: 'Starts another terminal of this agent',
    body: about(facts, 'What `synapse start` has found out: program, folder, environment, size, profile and session.'),
    answer: object({
      session: orNull(text),
      id: text,
      type: text,
      port: whole,
      pid: whole,
      program_pid: orNull(whole),
      endpoint: text,
      socket: text,
    }),
    errors: ['agent_already_running', 'program_not_found', 'program_ended', 'interactive_shell_refused'],
  },
  'POST /control/:action': {
    access: 'self',
    summary: 'Pauses, resumes, interrupts, answers, types, renames, prunes or stops the agent',
    details: 'The action is `pause`, `resume`, `interrupt`, `answer`, `keys`, `rename`, `role`, `prune` or `stop`.',
    body: fields({
      session: about(text, 'for `interrupt`, `answer`, `keys` and `stop`'),
      dialog: about(text, 'for `answer`: the id of the dialog that is answered'),
      choice: about(text, 'for `answer`'),
      keys: about(text, 'for `keys`, such as `yes<enter>`'),
      name: about(anything, 'for `rename`: a text'),
      role: about(anything, 'for `role`: a text or null'),
      older_than_ms: about(anything, 'for `prune`: a number'),
    }),
    answer: either(
      object({
        success: SUCCESS,
        paused: optional(flag),
        id: optional(text),
        name: optional(text),
        role: optional(orNull(text)),
      }),
      object({ deleted: fields({ tasks: number, messages: number }), more: flag }),
      object({ dialog: facts, chosen: facts, closed: flag }),
    ),
    errors: ['not_found', 'terminal_not_found', 'agent_id_reserved', 'name_taken', 'no_dialog', 'dialog_changed'],
  },
};
