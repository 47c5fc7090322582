import { expect, test } from 'vitest';
import { type HookEvent, readHookEvent } from '../../../../src/channels/claude/reports/hook-event.js';
import {
  afterHook,
  afterStatus,
  evidenceOf,
  NOTHING_REPORTED,
  type Reported,
} from '../../../../src/channels/claude/reports/reported.js';
import type { Status } from '../../../../src/channels/claude/reports/status-file.js';

type Step = HookEvent | Status;

function hook(name: string, at: number, fields: object = {}): HookEvent {
  return readHookEvent(JSON.stringify({ hook_event_name: name, ...fields }), at) as HookEvent;
}

function bash(command: string) {
  return { tool_name: 'Bash', tool_input: { command } };
}

function status(state: Status['state'], at: number, isPermission = false): Status {
  return { sessionId: 's', state, at, isPermission };
}

function after(...steps: readonly Step[]) {
  const next = (reported: Reported, step: Step) =>
    'sessionId' in step && 'isPermission' in step
      ? afterStatus(reported, step)
      : afterHook(reported, step as HookEvent);
  return evidenceOf(steps.reduce(next, NOTHING_REPORTED));
}

test.for([
  ['UserPromptSubmit', 'busy'],
  ['PreToolUse', 'busy'],
  ['PermissionRequest', 'waiting'],
  ['PostToolUse', 'busy'],
  ['PostToolUseFailure', 'busy'],
  ['Stop', 'ready'],
] as const)('without a status file, %s means %s', ([name, state]) => {
  expect(after(hook('Stop', 0), hook(name, 1, bash('ls')))).toMatchObject({ state, by: 'hook' });
});

test('nothing is known before the first report of work', () => {
  expect(after()).toBeNull();
  expect(after(hook('SessionStart', 1), hook('SessionEnd', 2))).toBeNull();
});

test('a notification that it waits for a prompt ends what an interrupt has left as busy', () => {
  expect(after(hook('PreToolUse', 1), hook('Notification', 2, { notification_type: 'idle_prompt' }))?.state).toBe(
    'ready',
  );
});

test('a subagent at work does not make the session busy', () => {
  expect(after(hook('Stop', 1), hook('PreToolUse', 2, { agent_id: 'a' }))?.state).toBe('ready');
});

test('the status file decides, and the hook adds what is asked', () => {
  const asked = [status('busy', 1), hook('PermissionRequest', 3, bash('make')), status('waiting', 2, true)];
  expect(after(...asked)).toEqual({ state: 'waiting', by: 'hook', asks: { tool: 'Bash', command: 'make' } });
  expect(after(...asked, status('busy', 9))).toEqual({ state: 'busy', by: 'event', asks: null });
  expect(after(...asked, status('busy', 9), status('waiting', 10, true))?.asks).toBeNull();
  expect(after(hook('Stop', 5), status('busy', 4))?.state).toBe('busy');
});

test('the status before the question does not answer it', () => {
  const steps = [hook('PermissionRequest', 3, bash('make')), status('busy', 1), status('waiting', 2, true)];
  expect(after(...steps)?.asks).toEqual({ tool: 'Bash', command: 'make' });
});

test('another dialog, or several questions at once, name no command', () => {
  expect(after(hook('PermissionRequest', 1, bash('a')), status('waiting', 2))?.asks).toBeNull();
  const two = [hook('PermissionRequest', 1, bash('a')), hook('PermissionRequest', 2, bash('b'))];
  expect(after(...two, status('waiting', 3, true))?.asks).toBeNull();
  expect(after(...two, hook('PostToolUse', 4, bash('a')), status('waiting', 3, true))?.asks?.command).toBe('b');
});
