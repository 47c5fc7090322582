/** Reads and writes the rows of a table whose columns are known only while it runs. */
import type { Kysely } from 'kysely';
import type { Db } from '../store/schema.js';
import type { MovedTable } from './tables.js';

export type Row = Readonly<Record<string, string | number | null>>;
export type Rows = readonly Row[];

const PAGE = 500;

/** Every table of the store as one without a type. */
type Untyped = Kysely<Record<string, Record<string, string | number | null>>>;

export function rowsOf(db: Db, { name, key, isShared }: MovedTable) {
  const untyped = db as unknown as Untyped;
  return {
    /** The next rows in the order of the key, after that one. */
    after: async (last: Row | null): Promise<Row[]> => {
      let page = untyped.selectFrom(name).selectAll().limit(PAGE);
      for (const column of key) page = page.orderBy(column);
      if (last !== null) {
        // All columns at once, which is found by the index of the key.
        const [first = '', ...others] = key;
        page = page.where((eb) =>
          eb(
            eb.refTuple(first, ...(others as [string])),
            '>',
            eb.tuple(last[first] ?? null, ...(others.map((column) => last[column] ?? null) as [string])),
          ),
        );
      }
      return page.execute();
    },
    insert: async (rows: Rows): Promise<void> => {
      const insert = untyped.insertInto(name).values([...rows]);
      await (isShared ? insert.onConflict((conflict) => conflict.doNothing()) : insert).execute();
    },
    clear: async (): Promise<void> => {
      await untyped.deleteFrom(name).execute();
    },
  };
}
