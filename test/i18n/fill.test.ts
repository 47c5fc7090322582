import { expect, test } from 'vitest';
import { fill } from '../../src/i18n/fill.js';

const READ = 'Read it with <<get_task task_id={task_id}>>.';

test('a tool is a command for a reader who types, and a call for one who calls', () => {
  expect(fill(READ, { task_id: 'tsk_1' }, 'command')).toBe('Read it with `synapse tool get_task --task_id tsk_1`.');
  expect(fill(READ, { task_id: 'tsk_1' }, 'call')).toBe('Read it with get_task(task_id: "tsk_1").');
});

test('a tool without arguments is only its name', () => {
  expect(fill('Use <<logout>>.', {}, 'command')).toBe('Use `synapse tool logout`.');
  expect(fill('Use <<logout>>.', {}, 'call')).toBe('Use logout.');
});

test('a session that is not that of the terminal is named in every command, once', () => {
  const say = (text: string) => fill(text, {}, 'command_with_session');
  expect(say('<<logout>>')).toBe('`synapse tool logout --session <session_token>`');
  expect(say('<<get_next_action session_token=<session_token>>>')).toBe(
    '`synapse tool get_next_action --session_token <session_token>`',
  );
  expect(say('<<authenticate agent_id=a>>')).toBe('`synapse tool authenticate --agent_id a`');
});

test('what the reader has to fill in stays visible', () => {
  const text = '<<send_message target_agent_id=<agent> content="…" auto_start_conversation=true>>';
  expect(fill(text, {}, 'command')).toBe(
    '`synapse tool send_message --target_agent_id <agent> --content "…" --auto_start_conversation true`',
  );
  expect(fill(text, {}, 'call')).toBe(
    'send_message(target_agent_id: "<agent>", content: "…", auto_start_conversation: true)',
  );
});

test.each([
  ['two words', '"two words"'],
  ["it's", '"it\'s"'],
  ['$(reboot)', "'$(reboot)'"],
  ["`a` 'b'", "'`a` '\\''b'\\'''"],
])('the fact %s is one word of a command', (task_id, word) => {
  expect(fill('<<get_task task_id={task_id}>>', { task_id }, 'command')).toContain(`--task_id ${word}\``);
});

test('a fact is never taken for a part of the sentence', () => {
  const facts = { title: '<<logout>> {task_id}', task_id: '{title}' };
  expect(fill('{title}: <<get_task task_id={task_id}>>', facts, 'call')).toBe(
    '<<logout>> {task_id}: get_task(task_id: "{title}")',
  );
});
