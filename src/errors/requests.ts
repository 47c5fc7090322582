/** Errors of a request itself: how it is written, and who may make it. */
import { entry, FAILED, NOT_FOUND, USAGE } from './entry.js';

export const REQUEST_ERRORS = {
  invalid_request: entry(400, USAGE, '{reason}', 'Run `synapse <command> --help` to see how the command works.'),
  content_too_large: entry(
    413,
    USAGE,
    '{what} is {size} bytes long; the limit is {limit}.',
    'Save the text to a file and send its path: synapse send <agent> "Read ./notes.md"',
  ),
  not_found: entry(404, NOT_FOUND, 'There is nothing at {path}.', 'See docs/api.md for all routes.'),
  method_not_allowed: entry(405, USAGE, '{path} does not support {method}.', 'See docs/api.md for all routes.'),
  authentication_required: entry(
    401,
    FAILED,
    'The request has no valid credential.',
    'Send `Authorization: Bearer <token>`. To create a token, run: synapse token create --name NAME',
  ),
  forbidden_origin: entry(
    403,
    FAILED,
    'This daemon does not accept requests for {host}.',
    'Use http://localhost:<port> or http://127.0.0.1:<port>, without a foreign Origin header.',
  ),
  forbidden: entry(
    403,
    FAILED,
    '{caller} is not allowed to do this on {agent}.',
    'Run the command as that agent: add `--from {agent}`.',
  ),
  token_exists: entry(
    409,
    FAILED,
    'A token named {name} already exists.',
    'Revoke it first (`synapse token revoke {name}`), or choose another name.',
  ),
  token_not_found: entry(
    404,
    NOT_FOUND,
    'There is no token named {name}.',
    'Run `synapse token list` to list all tokens.',
  ),
  internal_error: entry(
    500,
    FAILED,
    'Something went wrong inside Synapse: {reason}',
    'Please report this, with the output of `synapse doctor`.',
  ),
};
