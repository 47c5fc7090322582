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
  /** The work it was started for. */
  why: string;
  /**
   * What the agent had done when it was started last, and up to which number it had been given messages: if it has done more
   * by now it was no useless start, and what it was given since is for it to answer.
   */
  progress: string;
  changed_at: number;
}

export interface PausedAgentRow {
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
