import { expect, test } from 'vitest';
import { readHookEvent } from '../../../../src/channels/claude/reports/hook-event.js';

const BASE = { session_id: 's', transcript_path: '/t.jsonl', prompt_id: 'p' };

test('a permission request names the tool and its exact command', () => {
  const command = 'rm -rf "a b" && echo \\n';
  const event = { ...BASE, hook_event_name: 'PermissionRequest', tool_name: 'Bash', tool_input: { command } };
  expect(readHookEvent(JSON.stringify(event), 7)).toEqual({
    name: 'PermissionRequest',
    at: 7,
    sessionId: 's',
    transcript: '/t.jsonl',
    promptId: 'p',
    isOfSubagent: false,
    prompt: null,
    tool: { tool: 'Bash', command },
    notice: null,
  });
});

test('a tool without a command shows its whole input', () => {
  const event = { hook_event_name: 'PermissionRequest', tool_name: 'Write', tool_input: { file_path: '/x' } };
  expect(readHookEvent(JSON.stringify(event), 0)?.tool).toEqual({ tool: 'Write', command: '{"file_path":"/x"}' });
});

test('of a report that was cut, what comes before the tool is understood, and nothing inside it', () => {
  const event = {
    ...BASE,
    hook_event_name: 'PostToolUse',
    tool_input: { agent_id: 'no' },
    tool_response: 'x'.repeat(99),
  };
  const cut = JSON.stringify(event).slice(0, -20);
  expect(readHookEvent(cut, 0)).toMatchObject({ name: 'PostToolUse', sessionId: 's', isOfSubagent: false, tool: null });
});

test.for(['', '{}', '[]', 'null', '7', '{"hook_event_name":', '{"hook_event_name":{}}', '\0'])(
  '%j is no report',
  (text) => {
    expect(readHookEvent(text, 0)).toBeNull();
  },
);
