/** The tables of docs/agents.md: read from the page, changed where a run has new counts, and written back. */
import { median } from '../../rig/times.js';
import type { Cell } from './cells.js';

/** Rows by name, each with its cells by column. */
type Table = ReadonlyMap<string, ReadonlyMap<string, string>>;
type Tables = ReadonlyMap<string, Table>;

const BEGIN = '<!-- counts: written by npm run test:agents -->';
const END = '<!-- end of counts -->';
const TITLES: Readonly<Record<string, string>> = {
  claude: 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  opencode: 'opencode',
};
const MEDIANS = { idle: 'median time to an idle agent', busy: 'median time to a busy agent' } as const;
const NOTHING = '–';

/** The page with these counts in the place of older ones. */
export function withCounts(page: string, cells: readonly Cell[]): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error('the page has no place for counts');
  const tables = merge(readTables(page.slice(from, to)), cells);
  return `${page.slice(0, from)}${BEGIN}\n\n${spell(tables)}\n${page.slice(to)}`;
}

function readTables(text: string): Tables {
  const tables = new Map<string, Table>();
  for (const part of text.split(/^### /m).slice(1)) {
    const [title = '', ...rest] = part.split('\n');
    const [head = [], , ...rows] = rest.filter((line) => line.startsWith('|')).map(cellsOf);
    const columns = head.slice(1);
    tables.set(
      title.trim(),
      new Map(rows.map(([name = '', ...cells]) => [name, new Map(columns.map((each, at) => [each, cells[at] ?? '']))])),
    );
  }
  return tables;
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function merge(known: Tables, cells: readonly Cell[]): Tables {
  const tables = new Map([...known].map(([title, table]) => [title, mutable(table)]));
  for (const cell of cells) {
    const title = TITLES[cell.agent] ?? cell.agent;
    const table = tables.get(title) ?? new Map<string, Map<string, string>>();
    tables.set(title, table);
    const column = `${cell.version}, ${cell.channel}`;
    put(table, cell.case, column, countOf(cell));
    for (const kind of ['idle', 'busy'] as const) {
      const times = cell[kind];
      if (times && times.length > 0) put(table, MEDIANS[kind], column, `${(median(times) / 1000).toFixed(2)} s`);
    }
  }
  return tables;
}

function mutable(table: Table): Map<string, Map<string, string>> {
  return new Map([...table].map(([name, cells]) => [name, new Map(cells)]));
}

function put(table: Map<string, Map<string, string>>, row: string, column: string, text: string): void {
  const cells = table.get(row) ?? new Map<string, string>();
  table.set(row, cells.set(column, text));
}

function countOf({ held, tried, uncertain = 0, late = 0, altered = 0, others = 0 }: Cell): string {
  const notes = Object.entries({ uncertain, late, altered, 'over paste': others }).filter(([, count]) => count > 0);
  const words = notes.map(([name, count]) => `${count} ${name}`).join(', ');
  return `${held} of ${tried}${words && ` (${words})`}`;
}

function spell(tables: Tables): string {
  return [...tables].map(([title, table]) => `### ${title}\n\n${spellTable(table)}`).join('\n');
}

/** Counts first, then times, then the sum of each column. */
function spellTable(table: Table): string {
  const columns = [...new Set([...table.values()].flatMap((cells) => [...cells.keys()]))].filter((name) => name !== '');
  const isTime = (name: string) => name.startsWith('median');
  const counts = [...table.keys()].filter((name) => !isTime(name) && name !== 'in all');
  const times = [...table.keys()].filter(isTime);
  const row = (name: string, cells: readonly string[]) => `| ${[name, ...cells].join(' | ')} |\n`;
  const cellsOfRow = (name: string) => columns.map((column) => table.get(name)?.get(column) || NOTHING);
  const sums = columns.map((column) => sumOf(counts.map((name) => table.get(name)?.get(column) ?? '')));
  return [
    row('', columns),
    `|---|${columns.map(() => '---|').join('')}\n`,
    ...counts.map((name) => row(name, cellsOfRow(name))),
    row('in all', sums),
    ...times.map((name) => row(name, cellsOfRow(name))),
  ].join('');
}

function sumOf(cells: readonly string[]): string {
  const numbers = cells.map((cell) => /^(\d+) of (\d+)/.exec(cell)).map((found) => [found?.[1], found?.[2]]);
  const [held, tried] = [0, 1].map((at) => numbers.reduce((sum, each) => sum + Number(each[at] ?? 0), 0));
  return `${held} of ${tried}`;
}
