import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  fateInFile,
  fateInFolder,
  fateInLine,
  sessionsFolder,
} from '../../../src/channels/codex-app-server/rollout.js';

const TEXT = '[A2A:1a2b3c4d:ada] "quoted"\nline two \\';
const SOUGHT = { clientId: 'synapse-1', text: TEXT, turnId: 'turn-1' };
const AT = Date.parse('2026-01-02T10:00:00.000Z');

const line = (type: string, payload: object, at = AT) =>
  JSON.stringify({ timestamp: new Date(at).toISOString(), ordinal: 1, type, payload });
const prompt = (text: string, at = AT) =>
  line('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }, at);
const said = () => line('response_item', { type: 'message', role: 'assistant', content: [{ text: 'Fine.' }] });
const item = (client_id: string | null, text: string) =>
  line('event_msg', {
    type: 'item_completed',
    item: { type: 'UserMessage', client_id, content: [{ type: 'text', text }] },
  });

test.each([
  ['a prompt', 'read', prompt(TEXT)],
  ['an item with our id', 'read', item('synapse-1', 'changed')],
  ['an item with our text', 'read', item(null, TEXT)],
  ['the end of our turn', 'dropped', line('event_msg', { type: 'turn_aborted', turn_id: 'turn-1' })],
  ['the end of another turn', 'unknown', line('event_msg', { type: 'turn_aborted', turn_id: 'turn-2' })],
  ['a longer prompt', 'unknown', prompt(`${TEXT}!`)],
  ['the output of a tool', 'unknown', line('response_item', { type: 'function_call_output', output: TEXT })],
  ['an answer', 'unknown', line('response_item', { type: 'message', role: 'assistant', content: [{ text: TEXT }] })],
  ['half a line', 'unknown', prompt(TEXT).slice(0, -5)],
  ['odd content', 'unknown', line('response_item', { type: 'message', role: 'user', content: JSON.stringify(TEXT) })],
  ['an empty line', 'unknown', ''],
] as const)('%s says %s', (_, fate, text) => {
  expect(fateInLine(text, SOUGHT)).toBe(fate);
});

test.each([
  ['what the model has said behind it', 'answered', [prompt(TEXT), said()]],
  ['a call of a tool behind it', 'answered', [prompt(TEXT), line('response_item', { type: 'function_call' })]],
  ['what was said before it', 'read', [said(), prompt(TEXT)]],
  ['a prompt that quotes an answer', 'read', [prompt(TEXT), prompt('{"role":"assistant"}')]],
] as const)('with %s a text was %s', async (_, fate, lines) => {
  const file = join(makeFolder(), 'rollout.jsonl');
  writeFileSync(file, `${lines.join('\n')}\n`);
  expect(await fateInFile(file, SOUGHT, AT)).toBe(fate);
});

test('a large file is read from its end, across pieces, and only back to the message', async () => {
  const folder = makeFolder();
  const file = join(folder, '2026/01/02/rollout-x.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  const filler = (at: number) => `${line('event_msg', { type: 'noise', text: '漢字'.repeat(50_000) }, at)}\n`;
  writeFileSync(file, `${prompt('old', AT - 60_000)}\n`);
  appendFileSync(file, `${prompt(TEXT)}\n`);
  for (let count = 0; count < 12; count += 1) appendFileSync(file, filler(AT + 1_000));
  expect(await fateInFile(file, SOUGHT, AT)).toBe('read');
  expect(await fateInFile(file, { ...SOUGHT, text: 'old' }, AT)).toBe('unknown');
  expect(await fateInFile(file, { ...SOUGHT, text: 'old' }, AT - 60_000)).toBe('read');
  expect(await fateInFile(join(folder, 'missing.jsonl'), SOUGHT, AT)).toBe('unknown');
});

test('of a folder only files that changed since then are read, in whatever day they began', async () => {
  const folder = makeFolder();
  const [old, continued] = [join(folder, '2025/01/01/rollout-a.jsonl'), join(folder, '2025/12/01/rollout-b.jsonl')];
  for (const file of [old, continued]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${prompt(TEXT)}\n`);
  }
  utimesSync(old, new Date(AT - 60_000), new Date(AT - 60_000));
  utimesSync(continued, new Date(AT - 60_000), new Date(AT - 60_000));
  expect(await fateInFolder(folder, SOUGHT, AT)).toBe('unknown');
  utimesSync(continued, new Date(AT), new Date(AT));
  expect(await fateInFolder(folder, SOUGHT, AT)).toBe('read');
  expect(await fateInFolder(join(folder, 'missing'), SOUGHT, AT)).toBe('unknown');
});

test('the folder is that of the environment of Codex', () => {
  expect(sessionsFolder({ HOME: '/data/ada' })).toBe('/data/ada/.codex/sessions');
  expect(sessionsFolder({ HOME: '/data/ada', CODEX_HOME: '/data/codex' })).toBe('/data/codex/sessions');
  expect(sessionsFolder({})).toBeNull();
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rollouts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
