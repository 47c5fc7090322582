/** Tables for sessions that daemons start: who starts what, how often it failed, and which agents are paused. */
import type { StartKind } from '../sessions/start-rules.js';
import type { Db } from './schema.js';
import { type Statement, table } from './table.js';

export interface StartSchema {
  session_starts: SessionStartRow;
  paused_agents: PausedAgentRow;
  stopped_all: StoppedAllRow;
}

export interface SessionStartRow {
  project_id: string;
  agent_id: string;
  purpose: 'task' | 'chat';
  kind: StartKind;
  /** `given_up`: nobody tries again until a person does something. */
  state: 'idle' | 'starting' | 'running' | 'given_up';
  /** The process that starts or runs it. */
  holder: string | null;
  /** The agent id it runs under. */
  address: string | null;
  /** Failures in a row. */
  attempts: number;
  next_try_at: number;
  /** The latest failure. */
  reason: string | null;
  /** The work it was started for, for people to read. */
  why: string;
  /** The work task it was started for; null for chat. */
  task_id: string | null;
  /** The agent's latest message in a conversation when it last started. A later one means that the start was of use. */
  said_seq: number | null;
  /** The number of delegations the agent had finished by then. More of them mean the same. */
  finished_delegations: number | null;
  /** The last chat message the agent had been given by then. Later ones are for this session to answer. */
  handed_seq: number | null;
  changed_at: number;
}

interface PausedAgentRow {
  agent_id: string;
  at: number;
}

/** One row per host, which is empty in a file: the latest stop of everything in its home after which waiting work was kept down. */
interface StoppedAllRow {
  host: string;
  at: number;
}

export function startTables({ schema }: Db): readonly Statement[] {
  return [
    table(schema, 'session_starts', {
      project_id: 'text',
      agent_id: 'text',
      purpose: 'text',
      kind: 'text',
      state: 'text',
      holder: 'maybe text',
      address: 'maybe text',
      attempts: 'count',
      next_try_at: 'count',
      reason: 'maybe text',
      why: 'text',
      progress: 'text',
      changed_at: 'count',
    }).addPrimaryKeyConstraint('session_starts_key', ['project_id', 'agent_id', 'purpose']),
    table(schema, 'paused_agents', { agent_id: 'text', at: 'count' }).addPrimaryKeyConstraint('paused_agents_key', [
      'agent_id',
    ]),
  ];
}

/** Turns what `why` and `progress` said as text into columns. */
export function startFacts(db: Db): readonly Statement[] {
  const starts = () => db.schema.alterTable('session_starts');
  return [
    starts().addColumn('task_id', 'text'),
    starts().addColumn('said_seq', 'bigint'),
    starts().addColumn('finished_delegations', 'bigint'),
    starts().addColumn('handed_seq', 'bigint'),
    db.updateTable('session_starts').set((row) => ({
      task_id: row
        .selectFrom('work_tasks')
        .select('work_tasks.id')
        .where(({ eb, ref, val }) =>
          eb('session_starts.why', 'like', eb(eb(val('work task '), '||', ref('work_tasks.id')), '||', val(':%'))),
        ),
      // As if running sessions had been given all messages before they started, so that none is asked for twice.
      handed_seq: row
        .selectFrom('chat_cursors')
        .select('chat_cursors.handed_seq')
        .whereRef('chat_cursors.project_id', '=', 'session_starts.project_id')
        .whereRef('chat_cursors.agent_id', '=', 'session_starts.agent_id'),
    })),
    starts().dropColumn('progress'),
  ];
}
