/** Measures that a store of a million messages answers as fast as one of a thousand. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../src/clock.js';
import { newId } from '../src/random-ids.js';
import { Database } from '../src/taskstore/database.js';
import { TaskStore, type Tx } from '../src/taskstore/store.js';
import { type Line, median } from './rig/line.js';

const SMALL = 1_000;
const LARGE = 1_000_000;
const LIMIT = 1.3;
const PAGE = 50;

interface Question {
  readonly name: string;
  readonly samples: number;
  readonly ask: (subject: Subject) => unknown;
}

const QUESTIONS: readonly Question[] = [
  { name: 'store: unread', samples: 500, ask: ({ store }) => store.unread(PAGE) },
  { name: 'store: queue', samples: 500, ask: ({ store }) => store.queue(PAGE) },
  { name: 'store: last 50 tasks', samples: 500, ask: ({ store }) => store.listTasks({ limit: PAGE }) },
  { name: 'store: last 50 messages', samples: 500, ask: ({ store }) => store.history({ limit: PAGE }) },
  { name: 'store: show by short id', samples: 3000, ask: (subject) => show(subject, subject.nextId().slice(0, 8)) },
  { name: 'store: show by full id', samples: 3000, ask: (subject) => show(subject, subject.nextId()) },
  { name: 'store: insert, durable', samples: 600, ask: ({ store }) => store.write(addRequest) },
];

/** One line per query: the median with a million messages divided by the median with a thousand, measured in turns. */
export async function benchStore(): Promise<Line[]> {
  const dir = mkdtempSync(join(tmpdir(), 'synapse-bench-store-'));
  const subjects = [await build(join(dir, 'small.db'), SMALL), await build(join(dir, 'large.db'), LARGE)] as const;
  try {
    const lines: Line[] = [];
    for (const question of QUESTIONS) lines.push(await compare(question, subjects));
    return lines;
  } finally {
    for (const { store } of subjects) await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

interface Subject {
  readonly store: TaskStore;
  /** The ids of tasks from all over the store, one after the other. */
  nextId(): string;
}

const PEER = { id: 'synapse-claude-8100', type: 'claude', endpoint: 'http://localhost:8100' };

function addRequest(tx: Tx): number {
  const expiresAt = systemClock.now() + 86_400_000;
  const senderTaskId = newId();
  const request = {
    direction: 'incoming',
    state: 'working',
    responseExpected: true,
    peer: PEER,
    senderTaskId,
  } as const;
  const task = tx.addTask({ ...request, expiresAt });
  const text = 'Please look at the pull request and tell me what you think of it.';
  return tx.addMessage({ direction: 'incoming', kind: 'request', taskSeq: task.seq, peer: PEER, text, expiresAt }).seq;
}

/** Everything that `synapse show` prints about one exchange. */
function show({ store }: Subject, id: string): string {
  return JSON.stringify(store.find(id).map(({ task }) => ({ task, messages: task && store.messagesOf(task.seq) })));
}

async function build(path: string, messages: number): Promise<Subject> {
  const first = TaskStore.open({ path, agent: 'bench', clock: systemClock });
  await first.write((tx) => tx.setReceipt(addRequest(tx), 'submitted'));
  await first.write((tx) => {
    const task = tx.task(1);
    if (!task) return;
    tx.updateTask(1, { state: 'completed', reply: { text: 'Done.', parts: [], from: PEER.id, at: task.createdAt } });
    for (let open = 0; open < PAGE; open += 1) addRequest(tx);
  });
  await first.close();
  multiply(path, messages);
  const store = TaskStore.open({ path, agent: 'bench', clock: systemClock });
  return { store, nextId: idsOf(store, messages) };
}

/** Copies the settled task and message until there are enough, because sending a million takes minutes. */
function multiply(path: string, messages: number): void {
  const database = new Database({ path, agent: 'bench' });
  // An interruption only loses the benchmark. Opening the store turns its log on again.
  database.exec('PRAGMA cache_size = -262144; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
  database.transaction(() => {
    const indexes = database.prepare<{ name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`,
    );
    const known = indexes.all();
    for (const { name } of known) database.exec(`DROP INDEX ${name}`);
    const numbers = `WITH RECURSIVE numbers (n) AS (SELECT ${PAGE + 2} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${messages})`;
    copy(database, 'tasks', numbers, { seq: 'n', id: UUID, sender_task_id: UUID });
    copy(database, 'messages', numbers, { seq: 'n', id: UUID, task_seq: 'n' });
    for (const { sql } of known) database.exec(sql);
  });
  database.close();
}

const UUID = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(2)) || '-' ||
  hex(randomblob(2)) || '-' || hex(randomblob(6)))`;

function copy(database: Database, table: string, numbers: string, changed: Readonly<Record<string, string>>): void {
  const columns = database.prepare<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`).all();
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => changed[name] ?? `original.${name}`);
  database.exec(`${numbers} INSERT INTO ${table} (${names.join(', ')})
    SELECT ${values.join(', ')} FROM numbers, ${table} AS original WHERE original.seq = 1`);
}

function idsOf(store: TaskStore, messages: number): () => string {
  const ids: string[] = [];
  const step = Math.max(1, Math.floor(messages / 500));
  for (let seq = 1; seq <= messages; seq += step) ids.push(store.task(seq)?.id ?? '');
  let turn = 0;
  return () => ids[(turn++ * 197) % ids.length] as string;
}

async function compare({ name, samples, ask }: Question, [small, large]: readonly [Subject, Subject]): Promise<Line> {
  const times: [number[], number[]] = [[], []];
  for (let sample = 0; sample < samples; sample += 1) {
    times[0].push(await timeOf(() => ask(small)));
    times[1].push(await timeOf(() => ask(large)));
  }
  const [at1k, at1m] = [median(times[0]), median(times[1])];
  const detail = `${(at1m * 1000).toFixed(1)} µs at a million, ${(at1k * 1000).toFixed(1)} µs at a thousand`;
  return { name, ratio: at1m / at1k, limit: LIMIT, samples, detail };
}

async function timeOf(work: () => unknown): Promise<number> {
  const startedMs = performance.now();
  const result = work();
  if (result instanceof Promise) await result;
  return performance.now() - startedMs;
}
