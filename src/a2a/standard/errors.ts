/** Errors of this agent in the words of the standard. */
import { A2AError, RequestMalformedError, UnsupportedOperationError } from '@a2a-js/sdk/errors';

/** The same error, or a general one that says nothing about what is inside. */
export function asStandardError(error: unknown): Error {
  if (error instanceof A2AError) return error;
  const { code, status, message } = error as { code?: unknown; status?: unknown; message?: unknown };
  if (typeof code !== 'string' || typeof status !== 'number' || typeof message !== 'string') return unexpected(error);
  if (UNSUPPORTED.has(code)) return new UnsupportedOperationError(message);
  if (status < 500) return new RequestMalformedError(message);
  return new A2AError(message);
}

const UNSUPPORTED = new Set(['task_already_closed', 'cannot_message_self', 'conversation_required_for_ai_to_ai']);

function unexpected(cause: unknown): Error {
  return new A2AError({ message: 'The agent could not do this. Its log says why.', cause });
}
