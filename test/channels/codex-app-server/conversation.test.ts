import { expect, test } from 'vitest';
import { Conversation } from '../../../src/channels/codex-app-server/conversation.js';

const notice = (method: string, params: object, id: number | null = null) => ({ method, params: { ...params }, id });
const status = (threadId: string, type: string, ...activeFlags: string[]) =>
  notice('thread/status/changed', { threadId, status: { type, activeFlags } });
const never = () => false;

function conversation(...ids: string[]): Conversation {
  const made = new Conversation();
  for (const id of ids) made.take(notice('thread/started', { thread: { id, status: { type: 'idle' } } }), never);
  return made;
}

test('the newest conversation is the one that the person sees, but not one of a helper or of Codex itself', () => {
  const seen = conversation('a', 'b');
  expect(seen.current).toBe('b');
  seen.take(notice('thread/started', { thread: { id: 'title', ephemeral: true } }), never);
  seen.take(notice('thread/started', { thread: { id: 'helper', parentThreadId: 'b' } }), never);
  seen.take(notice('thread/started', { thread: {} }), never);
  expect(seen.current).toBe('b');
});

test('whoever starts a turn elsewhere has gone there, unless it was our own message', () => {
  const seen = conversation('a', 'b');
  seen.take(status('a', 'active'), () => true);
  expect(seen.current).toBe('b');
  seen.take(status('a', 'active', 'waitingOnApproval'), never);
  seen.take(status('a', 'active'), never);
  expect(seen.current).toBe('b');
  seen.take(status('a', 'idle'), never);
  seen.take(status('a', 'active'), never);
  expect(seen.current).toBe('a');
});

test('a conversation that is opened again is the one that the person sees, but our joining one is not', () => {
  const seen = conversation('a', 'b');
  seen.expectJoin('a', 1);
  expect(seen.take(notice('thread/goal/cleared', { threadId: 'a' }), never)).toBeNull();
  expect(seen.current).toBe('b');
  seen.expectJoin('a', 1);
  seen.expectJoin('a', -1);
  seen.take(notice('thread/goal/updated', { threadId: 'a' }), never);
  expect(seen.current).toBe('a');
});

test('an unknown conversation is asked about', () => {
  const seen = new Conversation();
  expect(seen.take(status('x', 'idle'), never)).toEqual({ type: 'unknown thread', threadId: 'x', isShown: true });
  seen.learn({ id: 'x', status: { type: 'idle' } }, true);
  expect(seen.take(status('y', 'idle'), never)).toEqual({ type: 'unknown thread', threadId: 'y', isShown: false });
  expect(seen.take(notice('thread/goal/cleared', { threadId: 'y' }), never)).toMatchObject({ isShown: true });
});

test('the evidence is that of the conversation that the person sees', () => {
  const seen = conversation('a', 'b');
  const state = () => seen.evidence?.state;
  expect(new Conversation().evidence).toBeNull();
  expect(state()).toBe('ready');
  seen.take(status('a', 'active', 'waitingOnApproval'), never);
  expect(state()).toBe('ready');
  seen.take(status('b', 'active'), never);
  expect(state()).toBe('busy');
  seen.take(status('b', 'active', 'waitingOnUserInput'), never);
  expect(seen.evidence).toEqual({ state: 'waiting', by: 'event', asks: null });
  seen.take(status('b', 'systemError'), never);
  expect(state()).toBe('ready');
});

test('a question is forgotten when it was answered, and when its turn is over', () => {
  const seen = conversation('a');
  const ask = () => {
    seen.take(status('a', 'active', 'waitingOnApproval'), never);
    seen.take(notice('item/commandExecution/requestApproval', { threadId: 'a', command: 'ls' }, 7), never);
  };
  ask();
  expect(seen.evidence?.asks).toEqual({ tool: 'shell', command: 'ls' });
  seen.take(notice('serverRequest/resolved', { threadId: 'a', requestId: 7 }), never);
  expect(seen.evidence?.asks).toBeNull();
  ask();
  seen.take(status('a', 'idle'), never);
  seen.take(status('a', 'active', 'waitingOnApproval'), never);
  expect(seen.evidence?.asks).toBeNull();
});

test('a description that comes late does not undo what an event said meanwhile', () => {
  const seen = conversation('a');
  expect(seen.take(status('helper', 'active', 'waitingOnApproval'), never)).toMatchObject({ type: 'unknown thread' });
  seen.learn({ id: 'helper', parentThreadId: 'a', status: { type: 'idle' } }, false);
  expect(seen.evidence?.state).toBe('waiting');
  seen.take(status('helper', 'idle'), never);
  expect(seen.evidence?.state).toBe('ready');
});

test('of very many conversations the oldest are forgotten, never the current one', () => {
  const seen = conversation('first');
  for (let number = 0; number < 500; number += 1) seen.learn({ id: `title-${number}`, ephemeral: true }, true);
  expect(seen.current).toBe('first');
  expect(seen.take(status('first', 'idle'), never)).toMatchObject({ type: 'status' });
  expect(seen.take(status('title-0', 'idle'), never)).toMatchObject({ type: 'unknown thread' });
});
