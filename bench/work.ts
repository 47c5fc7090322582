/** Measures that work in a team store of 100,000 work tasks and a million messages is as fast as with a thousand of each. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../src/clock.js';
import { Sqlite } from '../src/storage/sqlite.js';
import { LogWriter } from '../src/team/executions/log-writer.js';
import { NEW_AGENT, putAgent } from '../src/team/people/agents.js';
import { addProject } from '../src/team/people/projects.js';
import { enterProject } from '../src/team/sessions/enter-project.js';
import { Team } from '../src/team/team.js';
import type { Line } from './rig/line.js';
import { compareStores, type Question, type Subject } from './rig/tool-times.js';

interface Size {
  readonly tasks: number;
  readonly messages: number;
  readonly logBytes: number;
}

const SMALL: Size = { tasks: 1_000, messages: 1_000, logBytes: 64 * 1024 };
const LARGE: Size = { tasks: 100_000, messages: 1_000_000, logBytes: 64 * 1024 * 1024 };
const PER_CONVERSATION = 20;
const LINE = `${'what the program said '.repeat(4)}\r\n`;

const EXECUTION = { execution_id: 'exec_1' };
const QUESTIONS: readonly Question[] = [
  { name: 'work: get_task_conversations', tool: 'get_task_conversations', args: {} },
  { name: 'work: get_my_tasks', tool: 'get_my_tasks', args: {} },
  { name: 'work: get_my_tasks of a status', tool: 'get_my_tasks', args: { status: 'todo' } },
  { name: 'work: get_execution_log, the end', tool: 'get_execution_log', args: EXECUTION },
  {
    name: 'work: get_execution_log, from its middle on',
    tool: 'get_execution_log',
    args: { ...EXECUTION, offset: middleOf(SMALL) },
    argsInLarge: { ...EXECUTION, offset: middleOf(LARGE) },
  },
  { name: 'work: get_my_execution_history of a task', tool: 'get_my_execution_history', args: { task_id: 'tsk_1' } },
];

export function benchWork(): Promise<Line[]> {
  return compareStores('work', QUESTIONS, { small: SMALL, large: LARGE, build });
}

/** All tasks belong to one worker, which is the worst case. */
async function build(dir: string, size: Size): Promise<Subject> {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, 'team.db');
  const log = join(dir, 'exec_1.log');
  const open = () => Team.open({ place: file, clock: systemClock, isAlive: () => true });
  const first = await open();
  await first.change(async (tx, now) => {
    await addProject(tx, { id: 'shop', name: 'Shop', workingDirectory: dir, createdBy: 'mia', createdAt: now });
    await putAgent(tx, 'shop', { ...NEW_AGENT, id: 'worker', name: 'worker', createdAt: now });
  });
  await first.close();
  fill(file, log, size);
  write(log, size.logBytes);
  const team = await open();
  const { token } = await enterProject(team, { agentId: 'worker', projectId: 'shop', purpose: 'task', holder: null });
  return { team, token };
}

/** Creating a million through the API would take hours. */
function fill(file: string, log: string, { tasks, messages }: Size): void {
  const database = new Sqlite(file);
  database.pragma('synchronous = OFF');
  const numbers = (count: number) =>
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`;
  database.exec(`
    BEGIN;
    ${numbers(tasks)}
    INSERT INTO work_tasks (id, project_id, place, title, description, status, priority, assignee_id, created_by,
        approval, created_at, updated_at)
      SELECT 'tsk_' || n, 'shop', n, 'Something to be done', 'and how', CASE n WHEN 1 THEN 'in_progress' ELSE
        CASE n % 3 WHEN 0 THEN 'todo' ELSE 'done' END END, 'medium', 'worker', 'mia', 'approved', n, n FROM numbers;
    INSERT INTO work_counts SELECT project_id, assignee_id, status, count(*) FROM work_tasks GROUP BY 1, 2, 3;
    ${numbers(messages)}
    INSERT INTO chat_messages (project_id, seq, id, sender_id, receiver_id, created_at, conversation_id, content)
      SELECT 'shop', n, 'msg_' || lower(hex(randomblob(10))), 'worker', 'peer-' || (n % 50), n,
        'conv_' || ((n - 1) / ${PER_CONVERSATION} + 1),
        'Please look at the pull request and tell me what you think of it.' FROM numbers;
    ${numbers(messages / PER_CONVERSATION)}
    INSERT INTO conversations (id, project_id, initiator_id, participant_id, pair, state, task_id, max_turns, turns,
        created_at, last_activity_at, initiator_active_at, participant_active_at, closed_at, request_seen,
        initiator_told, participant_told)
      SELECT 'conv_' || n, 'shop', 'worker', 'peer-' || (n % 50), 'peer-' || (n % 50) || ' worker', 'ended',
        'tsk_' || n, 20, ${PER_CONVERSATION}, n, n, n, n, n, 1, 1, 1 FROM numbers;
    UPDATE projects SET last_seq = ${messages};
    ${numbers(tasks)}
    INSERT INTO executions (id, project_id, agent_id, task_id, session_id, place, status, started_at, completed_at,
        exit_code, log_file)
      SELECT 'exec_' || n, 'shop', 'worker', 'tsk_' || n, 'ses_' || n, n, 'completed', n, n + 1000, 0,
        CASE n WHEN 1 THEN '${log}' END FROM numbers;
    COMMIT;`);
  database.close();
}

function middleOf({ logBytes }: Size): number {
  return Math.floor(logBytes / LINE.length / 2);
}

function write(file: string, bytes: number): void {
  const writer = new LogWriter(file, Number.MAX_SAFE_INTEGER);
  const piece = Buffer.from(LINE.repeat(100));
  while (writer.size < bytes) writer.write(piece);
}
