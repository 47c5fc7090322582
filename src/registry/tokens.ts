/** Access tokens for programs that do not belong to Synapse. Each has a file with its hash. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../errors.js';
import { ensureHomeDir, ensurePrivateDir, tokensDir } from '../paths.js';
import { newSecret } from '../random-ids.js';
import { readIfThere, removeIfThere } from './whole-files.js';

export interface AccessToken {
  readonly name: string;
  /** The agent that it is valid for; null means every agent of this home. */
  readonly agent: string | null;
  readonly createdAt: string;
}

interface TokenFile {
  readonly name: string;
  readonly agent: string | null;
  readonly hash: string;
  readonly created_at: string;
}

const TOKEN_NAME = /^[A-Za-z0-9-]{1,40}$/;
const TOKEN_TEXT = /^syn_([A-Za-z0-9-]{1,40})_([A-Za-z0-9_-]{20,})$/;

/** Creates a token and returns its text, which is not stored anywhere. */
export function createToken(home: string, token: AccessToken): string {
  const { name, agent, createdAt } = token;
  if (!TOKEN_NAME.test(name)) {
    throw fail('invalid_request', { reason: 'A token name can have 1 to 40 letters, digits or hyphens.' });
  }
  ensureHomeDir(home);
  ensurePrivateDir(tokensDir(home));
  const text = `syn_${name}_${newSecret()}`;
  const content: TokenFile = { name, agent, hash: hashOf(text).toString('hex'), created_at: createdAt };
  try {
    writeFileSync(tokenFile(home, name), `${JSON.stringify(content, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw fail('token_exists', { name });
    // Half a file would be in the way of the next try.
    removeIfThere(tokenFile(home, name));
    throw fail('storage_failed', { reason: message, path: tokensDir(home) });
  }
  return text;
}

/** The token with this text, or null. */
export function findToken(home: string, text: string): { readonly name: string; readonly agent: string | null } | null {
  const name = TOKEN_TEXT.exec(text)?.[1];
  const stored = name === undefined ? null : readToken(home, name);
  if (!stored) return null;
  const expected = Buffer.from(stored.hash, 'hex');
  const found = hashOf(text);
  if (expected.length !== found.length || !timingSafeEqual(expected, found)) return null;
  return { name: stored.name, agent: stored.agent };
}

/** Whether the token is valid for this agent. */
export function isFor({ agent }: Pick<AccessToken, 'agent'>, agentId: string): boolean {
  return agent === null || agent === agentId;
}

/** Whether there is a token with this name that is valid for this agent. */
export function isTokenFor(home: string, name: string, agentId: string): boolean {
  const stored = TOKEN_NAME.test(name) ? readToken(home, name) : null;
  return stored !== null && isFor(stored, agentId);
}

/** The file that would hold the hash of this token; null if the text cannot be a token. */
export function tokenFileOf(home: string, text: string): string | null {
  const name = TOKEN_TEXT.exec(text)?.[1];
  return name === undefined ? null : tokenFile(home, name);
}

export function listTokens(home: string): AccessToken[] {
  const tokens: AccessToken[] = [];
  for (const file of tokenFiles(home)) {
    const stored = readToken(home, file.slice(0, -'.json'.length));
    if (stored) tokens.push({ name: stored.name, agent: stored.agent, createdAt: stored.created_at });
  }
  return tokens.sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function revokeToken(home: string, name: string): void {
  if (!TOKEN_NAME.test(name) || readIfThere(tokenFile(home, name)) === null) throw fail('token_not_found', { name });
  removeIfThere(tokenFile(home, name));
}

function tokenFile(home: string, name: string): string {
  return join(tokensDir(home), `${name}.json`);
}

function tokenFiles(home: string): string[] {
  try {
    return readdirSync(tokensDir(home)).filter((name) => name.endsWith('.json'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** A damaged file is not a token and opens nothing. */
function readToken(home: string, name: string): TokenFile | null {
  try {
    const content = JSON.parse(readIfThere(tokenFile(home, name)) ?? 'null') as TokenFile | null;
    return content?.name === name && typeof content.hash === 'string' ? content : null;
  } catch {
    return null;
  }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
