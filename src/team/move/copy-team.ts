/** Copies everything that belongs to the teams of one store into another, table by table, in constant memory. */
import { noteChange } from '../store/change-log.js';
import type { Db } from '../store/schema.js';
import { type Row, type Rows, rowsOf } from './rows.js';
import { MOVED_TABLES, type MovedTable } from './tables.js';

/** A statement has a limited number of values, and a server limited patience with each. */
const MOST_VALUES = 4_000;
const MOST_CHARACTERS = 1_000_000;

export interface Copy {
  readonly from: Db;
  readonly to: Db;
  /** The host whose teams these are. It is written out where several hosts share a store. */
  readonly hostId: string;
  readonly isShared: boolean;
}

/** Returns how many rows there were. The agents are bound to their host if others share the store. */
export async function copyTeam({ from, to, hostId, isShared }: Copy): Promise<number> {
  const change = isShared ? boundTo(hostId) : unbound;
  let copied = 0;
  for (const table of MOVED_TABLES) {
    const source = rowsOf(from, table);
    const target = rowsOf(to, table);
    let last: Row | null = null;
    do {
      const page: Row[] = await source.after(last);
      for (const part of partsOf(page)) {
        await target.insert(part.map((row) => change(table, row)));
      }
      copied += page.length;
      last = page.at(-1) ?? null;
    } while (last !== null);
  }
  noteChange(to, 'team', { projectId: null, agentIds: null });
  return copied;
}

/** Deletes what was copied. */
export async function emptyTeam(tx: Db): Promise<void> {
  for (const table of MOVED_TABLES) await rowsOf(tx, table).clear();
  noteChange(tx, 'team', { projectId: null, agentIds: null });
}

type Change = (table: MovedTable, row: Row) => Row;

function boundTo(hostId: string): Change {
  return ({ holder, host }, row) => ({
    ...row,
    ...(holder && row[holder] !== null ? { [holder]: `${hostId}@${row[holder]}` } : {}),
    // A person belongs to no host.
    ...(host && row.kind !== 'human' ? { [host.column]: hostId } : {}),
  });
}

const unbound: Change = ({ holder, host }, row) => ({
  ...row,
  ...(holder && row[holder] !== null ? { [holder]: String(row[holder]).replace(/^[^@]*@/, '') } : {}),
  ...(host ? { [host.column]: host.none } : {}),
});

function* partsOf(page: Rows): Generator<Rows> {
  let part: Row[] = [];
  let size = 0;
  for (const row of page) {
    const characters = Object.values(row).reduce<number>((sum, value) => sum + String(value ?? '').length, 0);
    const isFull = (part.length + 1) * Object.keys(row).length > MOST_VALUES || size + characters > MOST_CHARACTERS;
    if (part.length > 0 && isFull) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(row);
    size += characters;
  }
  if (part.length > 0) yield part;
}
