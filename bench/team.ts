/** Measures that chat in a team store of a million messages is as fast as in one of a thousand. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemClock } from '../src/clock.js';
import { Sqlite } from '../src/storage/sqlite.js';
import { chatFile } from '../src/team/chat/chat-file-path.js';
import { NEW_AGENT, putAgent } from '../src/team/people/agents.js';
import { addProject } from '../src/team/people/projects.js';
import { enterProject } from '../src/team/sessions/enter-project.js';
import { Team } from '../src/team/team.js';
import type { Line } from './rig/line.js';
import { compareStores, type Question, type Subject } from './rig/tool-times.js';

const SMALL = 1_000;
const LARGE = 1_000_000;

const QUESTIONS: readonly Question[] = [
  { name: 'team: get_pending_messages', tool: 'get_pending_messages', args: { limit: 1 } },
  { name: 'team: send_message', tool: 'send_message', args: { target_agent_id: 'mia', content: 'Done, and tested.' } },
];

/** One line per query: the median with a million messages divided by the median with a thousand, measured in turns. */
export function benchTeam(): Promise<Line[]> {
  return compareStores('team', QUESTIONS, { small: SMALL, large: LARGE, build });
}

const PEOPLE = [
  { id: 'mia', kind: 'human' },
  { id: 'reader', kind: 'ai' },
] as const;

async function build(dir: string, messages: number): Promise<Subject> {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, 'team.db');
  const open = () => Team.open({ place: file, clock: systemClock, isAlive: () => true });
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

/** Half of them are pending for the reader. Sending a million would take hours. */
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
    INSERT INTO chat_cursors (project_id, agent_id, handed_seq, pending, terminal_from, terminal_to)
      VALUES ('shop', 'reader', 0, ${messages / 2}, 0, 0);
    INSERT INTO chat_files (project_id, agent_id, written_seq, size) SELECT 'shop', id, ${messages}, 0 FROM agents;
    COMMIT;`);
  database.close();
}
