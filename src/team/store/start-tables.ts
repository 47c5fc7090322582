/** The step of the schema for sessions that start themselves: who starts what, how often that failed, and who is paused. */
import type { StartKind } from '../sessions/start-rules.js';
import type { Db } from './schema.js';
import { type Statement, table } from './table.js';

export interface StartSchema {
  session_starts: SessionStartRow;
  paused_agents: PausedAgentRow;
}

export interface SessionStartRow {
  project_id: string;
  agent_id: string;
  purpose: 'task' | 'chat';
  kind: StartKind;
  /** Nothing runs; somebody starts it right now; it runs; nobody tries any more until a person does something. */
  state: 'idle' | 'starting' | 'running' | 'given_up';
  /** The process that starts it, or that runs it. */
  holder: string | null;
  /** Under which id it runs. */
  address: string | null;
  /** How often in a row it went wrong. */
  attempts: number;
  next_try_at: number;
  /** What went wrong last. */
  reason: string | null;
  /** The work it was started for, for people to read. */
  why: string;
  /** The work task it was started for; null for chat. */
  task_id: string | null;
  /** The agent's latest message in a conversation when it was started last. If there is a later one, it was of use. */
  said_seq: number | null;
  /** How many delegations the agent had finished by then; more of them mean the same. */
  finished_delegations: number | null;
  /** Up to which message the agent had been given its chat by then. What came later is for this session to answer. */
  handed_seq: number | null;
  changed_at: number;
}

interface PausedAgentRow {
  agent_id: string;
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

/** Keeps as columns what `why` and `progress` had said as texts. */
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
      // As if the sessions of this moment had been given everything before they began: nothing is handed out twice.
      handed_seq: row
        .selectFrom('chat_cursors')
        .select('chat_cursors.handed_seq')
        .whereRef('chat_cursors.project_id', '=', 'session_starts.project_id')
        .whereRef('chat_cursors.agent_id', '=', 'session_starts.agent_id'),
    })),
    starts().dropColumn('progress'),
  ];
}
