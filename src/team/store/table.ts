/** Builds tables for schema steps, in a form that every engine understands. */
import type { CreateTableBuilder } from 'kysely';
import type { Db } from './schema.js';

/** Columns are not null unless they are `maybe …`. */
export type Column = 'text' | 'count' | 'maybe text' | 'maybe count';

export interface Statement {
  compile(): { readonly sql: string };
  execute(): Promise<unknown>;
}

export function table(schema: Db['schema'], name: string, columns: Readonly<Record<string, Column>>) {
  let builder: CreateTableBuilder<string, string> = schema.createTable(name);
  for (const [column, type] of Object.entries(columns)) {
    builder = builder.addColumn(column, type.endsWith('text') ? 'text' : 'bigint', (made) =>
      type.startsWith('maybe') ? made : made.notNull(),
    );
  }
  return builder;
}
