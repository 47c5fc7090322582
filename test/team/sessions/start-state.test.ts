import { expect, test } from 'vitest';
import type { StartKind } from '../../../src/team/sessions/start-rules.js';
import { startRules } from '../../../src/team/sessions/start-rules.js';
import { GIVES_WAY, isPlaceNeeded, type SessionStart } from '../../../src/team/sessions/start-state.js';
import type { WantedSession } from '../../../src/team/sessions/wanted-sessions.js';

const STARTING = { now: 0, rules: startRules({}), isAlive: () => true };

function running(agentId: string, kind: StartKind, reason: string | null = null): SessionStart {
  const purpose = kind === 'task' || kind === 'part' ? 'task' : 'chat';
  const row = { project_id: 'shop', agent_id: agentId, purpose, kind, state: 'running', holder: 'h', reason };
  return { ...row, attempts: 0, next_try_at: 0 } as unknown as SessionStart;
}

function waiting(kind: StartKind): WantedSession {
  const purpose = kind === 'task' || kind === 'part' ? 'task' : 'chat';
  return { projectId: 'shop', agentId: 'new', purpose, kind, why: '', taskId: null };
}

const CHAT = { projectId: 'shop', agentId: 'talker', purpose: 'chat' } as const;
const FULL = [running('a', 'task'), running('b', 'task'), running('c', 'answers'), running('talker', 'begins')];

test.each<[string, readonly SessionStart[], StartKind, boolean]>([
  ['a task gets none of the places for chat', FULL, 'task', false],
  ['another chat gets it', FULL, 'begins', true],
  ['there is still a free place', FULL.slice(1), 'begins', false],
  [
    'another session gives way already',
    [...FULL.slice(0, 2), running('c', 'begins', GIVES_WAY), FULL[3] as SessionStart],
    'answers',
    false,
  ],
])('the place of a chat session is needed only if it lets work begin: %s', (_case, starts, kind, expected) => {
  expect(isPlaceNeeded(CHAT, [waiting(kind)], starts, STARTING)).toBe(expected);
});

test('work of another project needs no place here', () => {
  const elsewhere = { ...waiting('begins'), projectId: 'farm' };
  expect(isPlaceNeeded(CHAT, [elsewhere], FULL, STARTING)).toBe(false);
});
