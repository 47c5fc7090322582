/** Which tables belong to a team and go with it, and what in them names a host. */
import type { Schema } from '../store/schema.js';

export interface MovedTable {
  readonly name: keyof Schema;
  /** The columns of its primary key, which is the order in which it is read. */
  readonly key: readonly string[];
  /** A process of a host. In a file, which one host uses, it has no host in its name. */
  readonly holder?: string;
  /** The host itself: null in a file, or empty where a column must not be null. */
  readonly host?: { readonly column: string; readonly none: null | '' };
  /** A row that is there already stays as it is: people can be in several teams of a store. */
  readonly isShared?: true;
}

type Table = Omit<MovedTable, 'name'>;
const HOST = { column: 'host', none: null } as const;

/** Those that are null stay behind: they tell what happens in one store. */
const TABLES: Readonly<Record<keyof Schema, Table | null>> = {
  projects: { key: ['id'], host: HOST },
  agents: { key: ['id'], host: HOST, isShared: true },
  project_agents: { key: ['project_id', 'agent_id'] },
  passkeys: { key: ['agent_id'], isShared: true },
  sessions: { key: ['id'], holder: 'holder' },
  chat_messages: { key: ['project_id', 'seq'] },
  chat_cursors: { key: ['project_id', 'agent_id'], holder: 'answer_holder' },
  chat_files: { key: ['project_id', 'agent_id'] },
  conversations: { key: ['id'] },
  work_tasks: { key: ['id'] },
  work_counts: { key: ['project_id', 'assignee_id', 'status'] },
  work_dependencies: { key: ['task_id', 'depends_on'] },
  work_events: { key: ['task_id', 'place'] },
  delegations: { key: ['id'] },
  notifications: { key: ['id'] },
  executions: { key: ['id'], host: HOST },
  session_starts: { key: ['project_id', 'agent_id', 'purpose'], holder: 'holder' },
  paused_agents: { key: ['agent_id'], isShared: true },
  stopped_all: { key: ['host'], host: { column: 'host', none: '' }, isShared: true },
  hosts: null,
  moves: null,
  log_requests: null,
  changes: null,
};

export const MOVED_TABLES: readonly MovedTable[] = Object.entries(TABLES).flatMap(([name, table]) =>
  table ? [{ ...table, name: name as keyof Schema }] : [],
);
