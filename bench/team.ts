/** Measures that chat in a team store of a million messages is as fast as in one of a thousand. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { systemClock } from '../src/clock.js';
import { NEW_AGENT, putAgent } from '../src/team/agent.js';
import { chatFile } from '../src/team/chat-place.js';
import { addProject } from '../src/team/project.js';
import { Team } from '../src/team/team.js';
import { callTool } from '../src/tools/call.js';
import { enterProject } from '../src/tools/session-tools.js';
import { type Line, median } from './line.js';

const SMALL = 1_000;
const LARGE = 1_000_000;
const LIMIT = 1.5;
const SAMPLES = 300;

interface Subject {
  readonly team: Team;
  readonly token: string;
}

interface Question {
  readonly name: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const QUESTIONS: readonly Question[] = [
  { name: 'team: get_pending_messages', tool: 'get_pending_messages', args: { limit: 1 } },
  { name: 'team: send_message', tool: 'send_message', args: { target_agent_id: 'mia', content: 'Done, and tested.' } },
];

/** One line per question: the median at a million over the median at a thousand, asked in turns. */
export async function benchTeam(): Promise<Line[]> {
  const dir = mkdtempSync(join(tmpdir(), 'synapse-bench-team-'));
  const subjects = [await build(join(dir, 'small'), SMALL), await build(join(dir, 'large'), LARGE)] as const;
  try {
    const lines: Line[] = [];
    for (const question of QUESTIONS) lines.push(await compare(question, subjects));
    return lines;
  } finally {
    for (const { team } of subjects) await team.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

const PEOPLE = [
  { id: 'mia', kind: 'human' },
  { id: 'reader', kind: 'ai' },
] as const;

async function build(dir: string, messages: number): Promise<Subject> {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, 'team.db');
  const open = () => Team.open({ file, clock: systemClock, isAlive: () => true });
  const first = await open();
  await first.change(async (tx, now) => {
    await addProject(tx, { id: 'shop', name: 'Shop', workingDirectory: dir, createdBy: 'mia', createdAt: now });
    for (const { id, kind } of PEOPLE) {
      await putAgent(tx, 'shop', { ...NEW_AGENT, id, name: id, kind, createdAt: now });
    }
  });
  const { token } = await enterProject(first, {
    agentId: 'reader',
    projectId: 'shop',
    purpose: 'chat',
    holder: null,
  });
  await first.close();
  fill(file, messages);
  for (const { id } of PEOPLE) {
    const path = chatFile({ workingDirectory: dir, agentId: id }) as string;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
  }
  return { team: await open(), token };
}

/** Half of them are for the reader and wait; a million through the front door takes hours. */
function fill(file: string, messages: number): void {
  const database = new Sqlite(file);
  database.pragma('synchronous = OFF');
  database.exec(`
    BEGIN;
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${messages})
    INSERT INTO chat_messages (project_id, seq, id, sender_id, receiver_id, created_at, content)
      SELECT 'shop', n, 'msg_' || lower(hex(randomblob(10))), 'peer-' || (n % 50),
        CASE n % 2 WHEN 0 THEN 'reader' ELSE 'peer-' || (n % 49) END, n,
        'Please look at the pull request and tell me what you think of it.' FROM numbers;
    UPDATE projects SET last_seq = ${messages};
    INSERT INTO chat_cursors VALUES ('shop', 'reader', 0, ${messages / 2}, 0, 0);
    INSERT INTO chat_files SELECT 'shop', id, ${messages}, 0 FROM agents;
    COMMIT;`);
  database.close();
}

async function compare({ name, tool, args }: Question, [small, large]: readonly [Subject, Subject]): Promise<Line> {
  const times: [number[], number[]] = [[], []];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    times[0].push(await timeOf(small, tool, args));
    times[1].push(await timeOf(large, tool, args));
  }
  const [at1k, at1m] = [median(times[0]), median(times[1])];
  const detail = `${at1m.toFixed(2)} ms at a million, ${at1k.toFixed(2)} ms at a thousand`;
  return { name, ratio: at1m / at1k, limit: LIMIT, samples: SAMPLES, detail };
}

async function timeOf({ team, token }: Subject, name: string, body: Question['args']): Promise<number> {
  const { signal } = new AbortController();
  const startedMs = performance.now();
  await callTool(team, { name, body, token, language: 'en', signal });
  return performance.now() - startedMs;
}
