/**
 * The SQLite library of both stores. Node 22.14 and newer load the release that brings its own binary, because the one
 * before it crashes on recent versions of Node 24; older versions of Node can load only the one before it.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';

export type SqliteDatabase = BetterSqlite3.Database;
export type SqliteStatement = BetterSqlite3.Statement;

/** What the newer release needs of Node. With less, loading it ends the process. */
const NEWER_NEEDS_NODE_API = 10;

export const Sqlite: typeof BetterSqlite3 = load();

function load(): typeof BetterSqlite3 {
  const require = createRequire(join(__dirname, 'sqlite'));
  if (Number(process.versions.napi) < NEWER_NEEDS_NODE_API) return require('better-sqlite3');
  try {
    // Named by platform, because finding that out takes the package as long as opening a store.
    return require(`better-sqlite3-13/${process.platform}-${process.arch}`);
  } catch (error) {
    // Synapse was installed with an older Node, or there is no binary for this processor.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'MODULE_NOT_FOUND' && code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error;
    return require('better-sqlite3');
  }
}
