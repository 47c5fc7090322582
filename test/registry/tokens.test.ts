import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createToken, findToken, listTokens, revokeToken } from '../../src/registry/tokens.js';

const createdAt = '2026-05-01T00:00:00.000Z';
let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'syn-'));
});

afterEach(() => rmSync(home, { recursive: true }));

test('a token is found by its text and by nothing else', () => {
  const text = createToken(home, { name: 'ci', agent: null, createdAt });
  expect(findToken(home, text)).toEqual({ name: 'ci', agent: null });
  expect(findToken(home, `${text}x`)).toBeNull();
  expect(findToken(home, text.replace('syn_ci_', 'syn_other_'))).toBeNull();
  for (const wrong of ['', 'syn_ci_', 'syn_../ci_aaaaaaaaaaaaaaaaaaaaaaaa', 'Bearer x']) {
    expect(findToken(home, wrong)).toBeNull();
  }
});

test('a token may be valid for one agent only', () => {
  const text = createToken(home, { name: 'ci', agent: 'worker-a', createdAt });
  expect(findToken(home, text)).toEqual({ name: 'ci', agent: 'worker-a' });
});

test('the secret is never written, and the file is private', () => {
  const text = createToken(home, { name: 'ci', agent: null, createdAt });
  const file = join(home, 'tokens', 'ci.json');
  expect(readFileSync(file, 'utf8')).not.toContain(text.slice('syn_ci_'.length));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(home, 'tokens')).mode & 0o777).toBe(0o700);
});

test('a second token of the same name is refused and the first stays valid', () => {
  const text = createToken(home, { name: 'ci', agent: null, createdAt });
  expect(() => createToken(home, { name: 'ci', agent: null, createdAt })).toThrow(
    expect.objectContaining({ code: 'token_exists' }),
  );
  expect(findToken(home, text)).not.toBeNull();
});

test('a revoked token opens nothing', () => {
  const text = createToken(home, { name: 'ci', agent: null, createdAt });
  revokeToken(home, 'ci');
  expect(findToken(home, text)).toBeNull();
  expect(() => revokeToken(home, 'ci')).toThrow(expect.objectContaining({ code: 'token_not_found' }));
});

test('tokens are listed by name, without damaged files', () => {
  createToken(home, { name: 'web', agent: null, createdAt });
  createToken(home, { name: 'ci', agent: 'a', createdAt });
  writeFileSync(join(home, 'tokens', 'half.json'), '{');
  expect(listTokens(home)).toEqual([
    { name: 'ci', agent: 'a', createdAt },
    { name: 'web', agent: null, createdAt },
  ]);
});

test.each(['', 'a_b', '../x', 'x'.repeat(41), 'a b'])('%j cannot be the name of a token', (name) => {
  expect(() => createToken(home, { name, agent: null, createdAt })).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  );
  expect(readdirSync(home)).toEqual([]);
});
