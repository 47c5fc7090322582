import { expect, test } from 'vitest';
import { agentTable, columnsFor, type TableStyle } from '../../../../src/cli/commands/list/table.js';
import { changesTo } from '../../../../src/cli/commands/list/watch.js';
import { PLAIN } from '../../../../src/cli/print/output.js';
import { NO_SESSIONS } from '../../../../src/cli/print/team-session.js';
import { displayWidth } from '../../../../src/cli/print/width.js';
import type { KnownAgent, LiveEntry } from '../../../../src/registry/entry.js';

const NOW = 1_000_000;
const STYLE: TableStyle = { colors: PLAIN, now: NOW, width: null, wide: false, you: null };

function agent(id: string, facts: Partial<KnownAgent & LiveEntry> = {}): KnownAgent {
  const known = { id, type: 'shell', name: null, role: null, status: 'ready', project: null, cwd: '/', ...facts };
  const live = { ...known, port: 8150, startedAt: NOW - 65_000, terminals: [], channel: 'line', currentTask: null };
  return { ...known, live: { ...live, ...facts } } as unknown as KnownAgent;
}

const draw = (agents: readonly KnownAgent[], style: Partial<TableStyle> = {}) =>
  agentTable({ agents, team: NO_SESSIONS }, { ...STYLE, ...style }).split('\n');

test('an agent has a line with what a person asks first', () => {
  const lines = draw([agent('ada', { name: 'Ann', role: 'tests' }), agent('rex')], { you: 'rex' });
  expect(lines[0]).toMatch(/^ID +PROGRAM +ROLE +STATUS +DOING +UP$/);
  expect(lines[1]).toMatch(/^ada \(Ann\) +shell +tests +ready +- +1m$/);
  expect(lines[2]).toMatch(/^rex \(you\) +shell +- +ready +- +1m$/);
});

test('--wide adds port, channel and project', () => {
  const [head, row] = draw([agent('ada', { project: 'shop' })], { wide: true });
  expect(head).toMatch(/UP +PORT +CHANNEL +PROJECT$/);
  expect(row).toMatch(/1m +8150 +line +shop$/);
});

test('the reason of a status and mail that is held stand in what it does', () => {
  const held = { count: 2, since: 0, reason: 'a draft', screen: [] };
  expect(draw([agent('ada', { status: 'waiting', statusReason: 'Bash: ls' })])[1]).toMatch(/waiting +Bash: ls/);
  expect(draw([agent('ada', { longHeld: held })])[1]).toMatch(/ready +2 held: a draft/);
});

test('in a pipe an agent has one line that ends somewhere, however much its dialog says', () => {
  const asked = agent('ada', {
    status: 'waiting',
    statusReason: 'one line\nof many '.repeat(80),
    role: 'x'.repeat(400),
  });
  const [, row = '', ...more] = draw([asked], { wide: true });
  expect(more).toEqual([]);
  expect(row).toContain('one line of many one line');
  expect(displayWidth(row)).toBeLessThan(280);
});

test.each([20, 24, 30, 40, 47, 63, 80, 120])('no line is wider than a terminal of %i columns', (width) => {
  const agents = [
    agent('a-rather-long-agent-id-for-this', {
      name: '名前がとても長いエージェント',
      role: '日本語の役割',
      status: 'busy',
    }),
    agent('b', { status: 'waiting', statusReason: '\u001b[2Jwaits 👩‍👩‍👧 '.repeat(9), project: 'x'.repeat(60) }),
  ];
  for (const wide of [true, false]) {
    for (const line of draw(agents, { width, wide })) expect(displayWidth(line)).toBeLessThanOrEqual(width);
  }
});

test('on a narrow terminal the status stays', () => {
  expect(columnsFor({ width: 40, wide: true })).toEqual(['ID', 'PROGRAM', 'STATUS', 'DOING']);
  expect(columnsFor({ width: 16, wide: false })).toEqual(['ID', 'STATUS']);
});

test('however long the ids are, a status stays a word, and the ids can be told apart', () => {
  const agents = [1, 2].map((number) => agent(`worker-with-a-rather-long-name-${number}`, { role: 'collects facts' }));
  for (const width of [60, 80]) {
    const [, first, second] = draw(agents, { width, wide: width === 80 });
    expect(first).toMatch(/^worker-.*name-1 .* ready /);
    expect(second).toMatch(/^worker-.*name-2 .* ready /);
  }
});

test('a live table writes only what has changed', () => {
  expect(changesTo(['a', 'b', 'c'], ['a', 'b', 'c'])).toBe('');
  expect(changesTo(['a', 'b', 'c'], ['a', 'x', 'c'])).toBe('\x1b[2Hx\x1b[K\x1b[3H');
  expect(changesTo(['a', 'b', 'c'], ['a', 'c'])).toContain('\x1b[J');
  expect(changesTo(null, ['a'])).toContain('\x1b[2J');
});
