import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWith, takesHooksAlone, takesInbox } from '../../../../src/channels/claude/start/start.js';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'start-'));
});

afterEach(() => rmSync(root, { recursive: true }));

function facts(args: readonly string[], version = '2.1.326') {
  return { command: ['claude', ...args], version, cwd: root, env: { HOME: root }, dir: root };
}

function write(path: string, content: unknown): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** The command and the settings behind it. */
function started(...args: string[]) {
  const command = startWith(facts(args), { inbox: '/i', spool: join(root, "it's") });
  const file = command[command.indexOf('--settings') + 1] ?? '';
  return { command, file, settings: JSON.parse(readFileSync(file, 'utf8')) };
}

test('the inbox and private settings with one hook per event come before the arguments of the person', () => {
  const { command, file, settings } = started('--model', 'x', 'hello');
  const ours = ['--messaging-socket-path', '/i', '--settings', file];
  expect(command).toEqual(['claude', ...ours, '--model', 'x', 'hello']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(Object.keys(settings)).toEqual(['hooks']);
  expect(Object.keys(settings.hooks)).toHaveLength(9);
  expect(settings.hooks.Stop[0].hooks[0].command).toContain("it'\\''s'/$$");
});

test.for(['file', 'json'])('settings that the person gave as %s stay, with their hooks first', (form) => {
  const theirs = { model: 'y', hooks: { Stop: [{ hooks: [{ type: 'command', command: 'theirs' }] }], Other: [] } };
  write('given.json', theirs);
  const { command, settings } = started('--settings', form === 'file' ? 'given.json' : JSON.stringify(theirs), 'hello');
  expect(command.filter((word) => word === '--settings')).toHaveLength(1);
  expect(settings).toMatchObject({ model: 'y', hooks: { Other: [] } });
  expect(settings.hooks.Stop).toHaveLength(2);
  expect(settings.hooks.Stop[0]).toEqual(theirs.hooks.Stop[0]);
});

test.for(['missing.json', '{"hooks":', '{"hooks":[]}', '{"hooks":{"Stop":"x"}}'])(
  'settings that we cannot join (%s) are left alone, without hooks',
  (given) => {
    const command = startWith(facts(['--settings', given]), { inbox: '/i', spool: join(root, 's') });
    expect(command).toEqual(['claude', '--messaging-socket-path', '/i', '--settings', given]);
    expect(existsSync(join(root, 'claude-settings.json'))).toBe(false);
  },
);

test.for([
  ['--dangerously-skip-permissions'],
  ['--permission-mode', 'bypassPermissions'],
  ['--permission-mode=bypassPermissions'],
  ['--settings', '{"permissions":{"defaultMode":"bypassPermissions"}}'],
])('a session that may skip questions (%j) accepts messages without asking the person', (args) => {
  expect(started(...args).settings.crossSessionInbound).toBe('accept');
});

test('a session that asks needs no such setting', () => {
  expect(started('--permission-mode', 'plan').settings.crossSessionInbound).toBeUndefined();
});

test('what the settings of the person or the project say about messages from outside is respected', () => {
  expect(takesInbox(facts([]))).toBe(true);
  write('.claude/settings.json', { crossSessionInbound: 'hold' });
  expect(takesInbox(facts([]))).toBe(false);
  expect(takesHooksAlone(facts([]))).toBe(true);
  expect(takesInbox(facts(['--settings', '{"crossSessionInbound":"accept"}']))).toBe(true);
});

test('a program gets hooks alone if its inbox is not used, and no second set of hooks if it is', () => {
  const prepared = facts([]);
  expect(takesHooksAlone(prepared)).toBe(true);
  const command = startWith(prepared, { inbox: join(root, 'inbox.sock'), spool: join(root, 's') });
  expect(takesHooksAlone({ ...prepared, command })).toBe(false);
  expect(takesHooksAlone(facts(['--messaging-socket-path', '/theirs']))).toBe(true);
});

test('there is no inbox in a version without one, or if the person has named another', () => {
  expect(takesInbox(facts([], '2.1.197'))).toBe(false);
  expect(takesInbox(facts(['--messaging-socket-path', '/theirs']))).toBe(false);
  expect(takesHooksAlone(facts(['--settings', 'missing.json']))).toBe(false);
});
