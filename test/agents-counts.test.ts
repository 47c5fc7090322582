/** How the runs with real agents are counted, and how their counts get into docs/agents.md. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { judge, type Sent, type Told } from './agents/bulk/judge.js';
import { kinds } from './agents/bulk/kinds.js';
import type { Cell } from './agents/results/cells.js';
import { withCounts } from './agents/results/table.js';

const PAGE = 'before\n<!-- counts: written by npm run test:agents -->\n<!-- end of counts -->\nafter\n';
const CELL: Cell = { agent: 'codex', version: '1.0.0', channel: 'paste', case: 'idle', tried: 10, held: 10 };

test('a run changes its own cells only', () => {
  const first = withCounts(PAGE, [CELL, { ...CELL, case: '20x5', held: 7, uncertain: 2 }]);
  expect(first).toContain('| idle | 10 of 10 |');
  expect(first).toContain('| 20x5 | 7 of 10 (2 uncertain) |');
  expect(first).toContain('| in all | 17 of 20 |');
  const second = withCounts(first, [{ ...CELL, version: '2.0.0', held: 9, idle: [400, 300, 900] }]);
  expect(second).toContain('|  | 1.0.0, paste | 2.0.0, paste |');
  expect(second).toContain('| idle | 10 of 10 | 9 of 10 |');
  expect(second).toContain('| 20x5 | 7 of 10 (2 uncertain) | – |');
  expect(second).toContain('| median time to an idle agent | – | 0.40 s |');
  expect(second).toMatch(/^before\n[\s\S]*after\n$/);
});

test('the same counts change nothing', () => {
  const page = withCounts(PAGE, [CELL, { ...CELL, agent: 'claude', busy: [1_000] }]);
  expect(withCounts(page, [])).toBe(page);
  expect(withCounts(page, [CELL])).toBe(page);
});

test('the page has a place for counts', () => {
  const page = readFileSync(new URL('../docs/agents.md', import.meta.url), 'utf8');
  expect(withCounts(page, [])).toBe(page);
});

const message = (id: string, text: string): Sent => ({ id, kind: { name: id, text, read: text }, sentAt: 0 });
const SENT = [message('aaaaaaaa', 'one'), message('bbbbbbbb', 'two')];
const as = (id: string, text: string, times = 1) => ({ text: `[A2A:${id}:tester] ${text}`, times, at: 0 });
const pasted = (id: string, text: string) => ({
  ...as(id, ''),
  text: `\n\n<pasted_content id="b1cb">\n${as(id, text).text}\n</pasted_content id="b1cb">\n`,
});
const told = (state: string): Told => ({ state, reason: null });
const ALL = new Map(SENT.map(({ id }) => [id, told('submitted')]));

test.each([
  ['once, unchanged and in order', [as('aaaaaaaa', 'one'), as('bbbbbbbb', 'two')], ALL, 2, []],
  ['twice', [as('aaaaaaaa', 'one', 2), as('bbbbbbbb', 'two')], ALL, 1, [/one|aaaaaaaa: read 2 times/]],
  ['changed', [as('aaaaaaaa', 'one!'), as('bbbbbbbb', 'two')], ALL, 1, [/changed/]],
  ['with a blank less at its end', [as('aaaaaaaa', 'one'), as('bbbbbbbb', 'two ')], ALL, 2, []],
  ['in the words for a paste', [pasted('aaaaaaaa', 'one'), as('bbbbbbbb', 'two')], ALL, 2, []],
  ['changed in the words for a paste', [pasted('aaaaaaaa', 'one!'), as('bbbbbbbb', 'two')], ALL, 1, [/changed/]],
  ['merged', [as('aaaaaaaa', `one\n${as('bbbbbbbb', 'two').text}`)], ALL, 0, [/changed/, /changed/]],
  ['in another order', [as('bbbbbbbb', 'two'), as('aaaaaaaa', 'one')], ALL, 1, [/out of order/]],
  ['never, with a receipt that says otherwise', [as('aaaaaaaa', 'one')], ALL, 1, [/not read, submitted/]],
  [
    'read, with a receipt that says otherwise',
    [as('aaaaaaaa', 'one'), as('bbbbbbbb', 'two')],
    new Map([...ALL, ['bbbbbbbb', told('failed')]]),
    1,
    [/read, but failed/],
  ],
])('a message that was read %s', (_, heard, receipts, held, odd) => {
  const judged = judge({ agent: 'claude', channel: 'paste', sent: SENT, heard, told: receipts });
  expect(judged).toMatchObject({ tried: 2, held });
  expect(judged.odd).toEqual(odd.map((each) => expect.stringMatching(each)));
});

test.each([
  ['long long … (synapse show aaaaaaaa)', { held: 1, altered: 0 }],
  ['long long … (synapse show aaaaaaaa) ', { held: 1, altered: 1 }],
  ['long song … (synapse show aaaaaaaa)', { held: 0, altered: 0 }],
])('a long text that arrives as %j', (text, expected) => {
  const sent = [message('aaaaaaaa', 'long '.repeat(4_000))];
  const heard = [as('aaaaaaaa', text)];
  expect(judge({ agent: 'claude', channel: 'paste', sent, heard, told: ALL })).toMatchObject(expected);
});

test.each([
  ['gemini', { held: 1, altered: 1 }],
  ['claude', { held: 0, altered: 0 }],
])('a name that %s completes', (agent, expected) => {
  const sent = [message('aaaaaaaa', 'look at @note and @src/')];
  const heard = [as('aaaaaaaa', 'look at @notes.md and @src/**')];
  expect(judge({ agent, channel: 'paste', sent, heard, told: ALL })).toMatchObject(expected);
});

test('there are more than sixty kinds of text, and none repeats', () => {
  const all = kinds(1);
  expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(60);
});
