/** Errors of chat and of conversations between agents. */
import { entry, FAILED, NOT_FOUND, USAGE } from './entry.js';

export const CHAT_ERRORS = {
  content_too_long: entry(
    400,
    USAGE,
    'The text is {length} characters long; the limit is {max_length}.',
    'Save the text to a file and send its path.',
  ),
  conversation_not_found: entry(
    404,
    NOT_FOUND,
    'There is no conversation {conversation_id}.',
    'Run `synapse conversation list` to list all conversations.',
  ),
  not_conversation_participant: entry(
    403,
    FAILED,
    '{agent_id} is not a participant of conversation {conversation_id}.',
    'Run `synapse conversation list` to see the participants.',
  ),
  cannot_conversation_with_self: entry(
    400,
    USAGE,
    '{agent_id} cannot have a conversation with itself.',
    'Run `synapse agent list` to see the other agents.',
  ),
  cannot_start_conversation_with_human: entry(
    400,
    USAGE,
    '{target_agent_id} is a person, so no conversation is needed.',
    'Call send_message(target_agent_id: "{target_agent_id}", content: "…").',
  ),
  conversation_required_for_ai_to_ai: entry(
    400,
    USAGE,
    'Messages between AI agents need a conversation. First call start_conversation(target_agent_id: "{to_agent_id}", initial_message: "…").',
    'Or add auto_start_conversation: true to this call.',
  ),
  conversation_already_active: entry(
    409,
    FAILED,
    'There is already an open conversation with {target_agent_id}.',
    'Write to it with send_message, or end it with end_conversation.',
  ),
  conversation_not_active: entry(
    409,
    FAILED,
    'Conversation {conversation_id} is {state}.',
    'Start a new one with start_conversation.',
  ),
  no_active_conversation: entry(
    400,
    USAGE,
    '{agent_id} has no active conversation.',
    'Run `synapse conversation list` to list all conversations.',
  ),
};
