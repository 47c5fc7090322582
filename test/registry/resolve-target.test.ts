import { expect, test } from 'vitest';
import type { KnownAgent, LiveEntry } from '../../src/registry/entry.js';
import { resolveTarget, type Viewpoint } from '../../src/registry/resolve-target.js';

function agent(id: string, known: Partial<Omit<KnownAgent, 'live'>> & { readonly port?: number } = {}): KnownAgent {
  const { port, ...changes } = known;
  return {
    ...{ id, type: 'shell', name: null, role: null, kind: 'ai', lasting: true, storeId: '', project: null, cwd: '/' },
    status: port === undefined ? 'stopped' : 'ready',
    live: port === undefined ? null : ({ port } as LiveEntry),
    ...changes,
  };
}

const AGENTS = [
  agent('claude-8100', { type: 'claude', port: 8100 }),
  agent('reviewer', { type: 'claude', name: 'rex', port: 8101, project: 'shop' }),
  agent('codex-8120', { type: 'codex', port: 8120 }),
  agent('codex-old', { type: 'codex' }),
  agent('sam', { type: 'human', kind: 'human', name: 'Sam' }),
];

const target = (word: string, from?: Viewpoint) => resolveTarget(word, AGENTS, from).id;

test.each([
  ['an id', 'claude-8100', 'claude-8100'],
  ['a name', 'rex', 'reviewer'],
  ['type and port', 'claude-8101', 'reviewer'],
  ['the beginning of an id', 'rev', 'reviewer'],
  ['a type, of which the running agent wins', 'codex', 'codex-8120'],
])('%s finds an agent', (_kind, word, id) => {
  expect(target(word)).toBe(id);
});

test('a type with two running agents is ambiguous, unless one of them is in the project of the sender', () => {
  expect(() => target('claude')).toThrow(
    expect.objectContaining({
      code: 'ambiguous_target',
      details: expect.objectContaining({ matches: expect.any(Array) }),
    }),
  );
  expect(target('claude', { project: 'shop' })).toBe('reviewer');
});

test('the sender is never its own target, so its type means the other one', () => {
  expect(target('claude', { self: 'claude-8100' })).toBe('reviewer');
  expect(() => target('sam', { self: 'sam' })).toThrow(expect.objectContaining({ code: 'cannot_message_self' }));
});

test.each([
  ['reviwer', 'Did you mean reviewer?'],
  ['Sma', 'Did you mean Sam?'],
])('an unknown word, %s, suggests the nearest name', (word, hint) => {
  expect(() => target(word)).toThrow(expect.objectContaining({ code: 'agent_not_found', hint }));
});

test('an empty word means nobody', () => {
  expect(() => target('')).toThrow(expect.objectContaining({ code: 'agent_not_found' }));
});
