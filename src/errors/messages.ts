/** Errors of messages between agents: sending, replying and delivery. */
import { entry, FAILED, list, NOT_FOUND, OPEN, QUEUED, USAGE } from './entry.js';

export const MESSAGE_ERRORS = {
  cannot_message_self: entry(
    400,
    USAGE,
    '{agent} cannot send a message to itself.',
    'Run `synapse list` to see the other agents.',
  ),
  sender_mismatch: entry(
    403,
    FAILED,
    'The credential belongs to {caller}, but the message names {sender} as its sender.',
    'Leave out `metadata.sender.sender_id`, or use the credential of {sender}.',
  ),
  not_task_target: entry(
    403,
    FAILED,
    'Request {task} was sent to {target}, so {caller} cannot reply to it.',
    'Send a new message instead: synapse send {asker} "…"',
  ),
  task_not_found: entry(404, NOT_FOUND, 'There is no task or message {task}.', ({ reply_to }) =>
    reply_to
      ? 'Run `synapse tasks` to list them, or send the reply as a new message, without --reply-to.'
      : 'Run `synapse tasks` to list them.',
  ),
  ambiguous_id: entry(
    409,
    NOT_FOUND,
    (d) => `${d.task} matches several ids: ${list(d.matches)}.`,
    'Repeat the command with one of these ids.',
  ),
  task_already_closed: entry(
    409,
    FAILED,
    'Task {task} is already {state}.',
    'Run `synapse show {task}` to see how it ended.',
  ),
  no_open_request: entry(
    409,
    NOT_FOUND,
    'There is no open request for {agent} to reply to.',
    'To send a new message, run: synapse send <agent> "…"',
  ),
  several_open_requests: entry(
    409,
    NOT_FOUND,
    'There are several open requests.',
    'Choose one with `--to <id>`, or reply to the newest with `--latest`.',
  ),
  answer_first: entry(
    409,
    OPEN,
    '{target} is waiting for your reply to {request}, so the message was sent without waiting for its reply.',
    'Reply first: synapse reply --to {request} "…"',
  ),
  too_many_messages: entry(
    429,
    FAILED,
    '{sender} and {target} have each sent the other {count} messages within {minutes} minutes. They may be stuck in a loop.',
    'Wait {seconds} seconds before you send again. To allow more, start the agent with a higher SYNAPSE_SEND_LIMIT.',
  ),
  agent_unreachable: entry(
    503,
    QUEUED,
    '{target} is not running. The message is queued and will be delivered when it is back.',
    ({ task }) =>
      task
        ? `Run \`synapse show ${task}\` to check on the message.`
        : 'Run `synapse list` to see which agents are running.',
  ),
  agent_replaced: entry(
    410,
    FAILED,
    '{target} ended and another program has its address now. The message was not delivered.',
    'Run `synapse list` to see who is there, then send the message again.',
  ),
  agent_gone: entry(
    410,
    FAILED,
    '{target} ended before it replied.',
    'Start it again with `synapse start`, then send the message again.',
  ),
  not_seen: entry(
    502,
    FAILED,
    'The text did not appear in the input box of {target}, so Enter was not pressed.{screen}',
    'Run `synapse screen {target}` to see its terminal.',
  ),
  not_submitted: entry(
    502,
    FAILED,
    'The text is in the input box of {target}, but the program did not accept it.{screen}',
    'Run `synapse attach {target}`, then press Enter or clear the box.',
  ),
  expired: entry(
    410,
    FAILED,
    'The message expired before {target} could receive it.',
    'Send it again, with a longer `--expires` if needed.',
  ),
};
