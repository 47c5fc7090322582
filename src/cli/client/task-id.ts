/** The id of a task or message that a command was given. */
import { fail } from '../../errors.js';

export function taskIdIn([id]: readonly string[]): string {
  if (id) return id;
  throw fail('invalid_request', { reason: 'The id of the task or message is empty.' });
}
