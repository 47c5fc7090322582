import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Transcript } from '../../../src/channels/evidence/transcript.js';
import { fateInDatabase } from '../../../src/daemon/screen/conversation-database.js';
import { BUILTIN_PROFILES } from '../../../src/profiles/builtin-profiles.js';
import { Sqlite } from '../../../src/storage/sqlite.js';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'transcript-'));
  mkdirSync(join(home, '.agent/projects/one'), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test('a mark is found in the files that fit, and in no other', () => {
  const transcript = new Transcript(['~/.agent/projects/*/*.jsonl'], { HOME: home }, 0);
  writeFileSync(join(home, '.agent/projects/one/a.txt'), '[A2A:11111111:');
  expect(transcript.fateOf('[A2A:11111111:')).toBe('absent');
  writeFileSync(join(home, '.agent/projects/one/a.jsonl'), '{"text":"[A2A:11111111:x] hi"}\n');
  expect(transcript.fateOf('[A2A:11111111:')).toBe('stored');
  expect(transcript.fateOf('[A2A:22222222:')).toBe('absent');
});

test('a folder may contain a variable; if it is not set, the pattern is ignored', () => {
  writeFileSync(join(home, '.agent/projects/one/a.jsonl'), 'mark');
  const patterns = ['$AGENT_DIR/projects/*/*.jsonl'];
  expect(new Transcript(patterns, { AGENT_DIR: join(home, '.agent') }, 0).fateOf('mark')).toBe('stored');
  expect(new Transcript(patterns, {}, 0).fateOf('mark')).toBe('absent');
});

test('what was written before the program began does not count', () => {
  const file = join(home, '.agent/projects/one/a.jsonl');
  writeFileSync(file, 'mark');
  utimesSync(file, 1, 1);
  expect(new Transcript(['~/.agent/projects/*/*.jsonl'], { HOME: home }, 5_000).fateOf('mark')).toBe('absent');
});

test('of a large file the end is read', () => {
  writeFileSync(join(home, '.agent/projects/one/a.jsonl'), `${'x'.repeat(5 * 2 ** 20)}\n{"text":"mark"}\n`);
  expect(new Transcript(['~/.agent/projects/*/*.jsonl'], { HOME: home }, 0).fateOf('mark')).toBe('stored');
});

test('what only waits in the queue of the agent is no proof', () => {
  const file = join(home, '.agent/projects/one/a.jsonl');
  const transcript = new Transcript(['~/.agent/projects/*/*.jsonl'], { HOME: home }, 0);
  writeFileSync(file, '{"type":"queue-operation","operation":"enqueue","content":"mark"}\n');
  expect(transcript.fateOf('mark')).toBe('absent');
  writeFileSync(file, '{"type":"user","content":"mark"}\n');
  expect(transcript.fateOf('mark')).toBe('stored');
});

test('an earlier run counts if it wrote after the given moment', () => {
  const file = join(home, '.agent/projects/one/a.jsonl');
  writeFileSync(file, 'mark');
  utimesSync(file, 2, 2);
  const transcript = new Transcript(['~/.agent/projects/*/*.jsonl'], { HOME: home }, 5_000);
  expect(transcript.fateOf('mark', 1_000)).toBe('stored');
  expect(transcript.fateOf('mark', 3_000)).toBe('absent');
});

test.each([
  ['Claude Code', { type: 'assistant', message: { role: 'assistant' } }],
  ['Codex', { type: 'response_item', payload: { type: 'function_call', name: 'shell' } }],
  ['Gemini CLI', { type: 'gemini', content: 'Understood.' }],
])('what the model said after a text shows that it was asked with it: %s', (_, answer) => {
  const file = join(home, '.agent/projects/one/a.jsonl');
  const transcript = new Transcript(['~/.agent/projects/*/*.jsonl'], { HOME: home }, 0);
  const quoted = { type: 'user', text: `mark ${JSON.stringify(answer)}` };
  writeFileSync(file, [answer, quoted].map((line) => `${JSON.stringify(line)}\n`).join(''));
  expect(transcript.fateOf('mark')).toBe('stored');
  writeFileSync(file, [answer, quoted, quoted, answer].map((line) => `${JSON.stringify(line)}\n`).join(''));
  expect(transcript.fateOf('mark')).toBe('answered');
});

function openDatabase() {
  const dir = join(home, '.local/share/opencode');
  mkdirSync(dir, { recursive: true });
  const database = new Sqlite(join(dir, 'opencode.db'));
  database.pragma('journal_mode = wal');
  const { transcript: patterns = [] } = BUILTIN_PROFILES.find(({ name }) => name === 'opencode') ?? {};
  return { database, transcript: new Transcript(patterns, { HOME: home }, 0, fateInDatabase) };
}

test('in the database of opencode a text counts as answered once the model has begun an answer to it', () => {
  const { database, transcript } = openDatabase();
  database.exec(`create table message (id text, session_id text, time_created integer, data text);
    create table part (id text, message_id text, session_id text, data text)`);
  let count = 0;
  const store = (session: string, at: number, data: object, parts: readonly object[]): string => {
    const id = `msg_${String(++count).padStart(3, '0')}`;
    database.prepare('insert into message values (?, ?, ?, ?)').run(id, session, at, JSON.stringify(data));
    for (const part of parts)
      database.prepare('insert into part values (?, ?, ?, ?)').run(`prt_${id}`, id, session, JSON.stringify(part));
    return id;
  };
  const say = (session: string, at: number, text: string) =>
    store(session, at, { role: 'user' }, [{ type: 'text', text }]);
  const answer = (session: string, at: number, parentID: string, type = 'step-start', summary?: boolean) =>
    store(session, at, { role: 'assistant', parentID, ...(summary ? { summary } : {}) }, [{ type }]);
  const mark = '[A2A:11111111:tester] say "hi"';
  const fate = (since?: number) => transcript.fateOf(mark, since);

  const before = say('one', 9_000, 'earlier');
  expect(fate()).toBe('absent');
  const text = say('one', 10_000, `${mark} twice`);
  expect(fate()).toBe('stored');
  expect(fate(20_000)).toBe('absent');
  // The end of what was under way, an answer that never began, one in another conversation, and a shortened conversation.
  answer('one', 11_000, before);
  answer('one', 11_000, text, 'text');
  answer('two', 11_000, say('two', 11_000, 'other'));
  answer('one', 11_000, text, 'step-start', true);
  expect(fate()).toBe('stored');
  answer('one', 13_000, say('one', 12_000, 'later'));
  expect(fate()).toBe('answered');
  database.close();
  expect(fate()).toBe('answered');
});

test('of a database of another kind only the texts are known', () => {
  const { database, transcript } = openDatabase();
  database.exec('create table part (id text, data text)');
  const data = JSON.stringify({ type: 'text', text: '[A2A:11111111:tester] say "hi" twice' });
  database.prepare('insert into part values (?, ?)').run('1', data);
  expect(transcript.fateOf('[A2A:11111111:tester] say "hi"')).toBe('stored');
  database.close();
  expect(transcript.fateOf('[A2A:11111111:tester] say "hi"')).toBe('stored');
  expect(transcript.fateOf('[A2A:22222222:')).toBe('absent');
});
