/** Reads the token of an outside agent, once: from a variable or a file, never from the command line, which others can see. */
import { readFileSync } from 'node:fs';
import { fail } from '../../../errors.js';

const MOST_TOKEN_BYTES = 16 * 1024;

export function readToken(options: {
  readonly tokenEnv?: string | undefined;
  readonly tokenFile?: string | undefined;
}): string | null {
  const { tokenEnv, tokenFile } = options;
  if (tokenEnv !== undefined && tokenFile !== undefined) {
    throw fail('invalid_request', { reason: 'Use either --token-env or --token-file.' });
  }
  if (tokenEnv !== undefined) return checked(process.env[tokenEnv] ?? '', `$${tokenEnv}`);
  return tokenFile === undefined ? null : checked(textOf(tokenFile), tokenFile);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw fail('external_token_missing', { reason: (error as Error).message });
  }
}

/** A header has one line of visible characters. */
function checked(text: string, source: string): string {
  const token = text.trim();
  if (token === '') {
    throw fail('external_token_missing', { reason: `${source} is empty` });
  }
  if (!/^[\x21-\x7e]+$/.test(token) || token.length > MOST_TOKEN_BYTES) {
    throw fail('external_token_missing', {
      reason: `${source} does not hold a token`,
    });
  }
  return token;
}
