/** Gives the space of deleted rows back to the disk. SQLite would keep it in the file, for later rows. */
import type { SqliteDatabase } from './sqlite.js';

/** One step moves this many pages at most, a megabyte, so that it blocks nobody for long. */
const PAGES_AT_ONCE = 256;
/** Kept for later rows, because giving them back and taking them again costs more than it saves. */
const SPARE_PAGES = 256;

/** Only for a new file: SQLite accepts this as long as there are no tables, and a file that is refused stays untouched. */
export function letShrink(sqlite: SqliteDatabase): void {
  if (sqlite.pragma('page_count', { simple: true }) === 0) sqlite.pragma('auto_vacuum = INCREMENTAL');
}

/** Gives some pages back. Returns false when it has released nothing, as with a file that an older version made. */
export function releasePages(sqlite: SqliteDatabase): boolean {
  if (!sqlite.open || sqlite.inTransaction) return false;
  const before = freePages(sqlite);
  if (before <= SPARE_PAGES) return false;
  sqlite.pragma(`incremental_vacuum(${Math.min(PAGES_AT_ONCE, before - SPARE_PAGES)})`);
  return freePages(sqlite) < before;
}

function freePages(sqlite: SqliteDatabase): number {
  return sqlite.pragma('freelist_count', { simple: true }) as number;
}
