/** Measures a team on a PostgreSQL server: its tools against those on a file, what a commit costs many daemons, and a host on which nothing happens. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../src/clock.js';
import { NEW_AGENT, putAgent } from '../src/team/people/agents.js';
import { addProject } from '../src/team/people/projects.js';
import { enterProject } from '../src/team/sessions/enter-project.js';
import { Team } from '../src/team/team.js';
import { PostgresServer } from '../test/hosts/postgres-server.js';
import { childrenOf } from '../test/rig/machine/sshd.js';
import { CONVERSATIONS, costOfMessages, inTeam, MESSAGES } from './crowd.js';
import { linkedHomes } from './link.js';
import { cpuNs } from './rig/home.js';
import { type Line, median } from './rig/line.js';
import { type Question, type Subject, timeOf } from './rig/tool-times.js';

const SAMPLES = 300;
const QUESTIONS: readonly Question[] = [
  { name: 'get_pending_messages', tool: 'get_pending_messages', args: { limit: 1 } },
  { name: 'get_next_action', tool: 'get_next_action', args: {} },
  { name: 'send_message', tool: 'send_message', args: { target_agent_id: 'mia', content: 'Done, and tested.' } },
];
const FEW = 3;
const MANY = 30;
const COST_LIMIT = 1.2;
/** What was begun at the start has ended by then. */
const SETTLE_MS = 10_000;
const IDLE_MS = 120_000;
const HOUR_MS = 3_600_000;
/** Seconds of CPU in an hour. */
const IDLE_LIMIT = 1;

export async function benchPostgres(): Promise<Line[]> {
  // With its syncs, as the file has them.
  const server = await PostgresServer.create(['fsync = on']);
  try {
    return [...(await tools(server)), await commits(server), await idle(server)];
  } finally {
    server.remove();
  }
}

/** The same calls in turns, each with its commit on disk. */
async function tools(server: PostgresServer): Promise<Line[]> {
  const dir = mkdtempSync(join(tmpdir(), 'synapse-bench-postgres-'));
  const inFile = await subject(join(dir, 'file'), join(dir, 'team.db'));
  const onServer = await subject(join(dir, 'server'), server.database());
  try {
    const lines: Line[] = [];
    for (const { name, tool, args } of QUESTIONS) {
      const times: [number[], number[]] = [[], []];
      for (let sample = 0; sample < SAMPLES; sample += 1) {
        times[0].push(await timeOf(inFile, tool, args));
        times[1].push(await timeOf(onServer, tool, args));
      }
      const [file, remote] = [median(times[0]), median(times[1])];
      const detail = `${remote.toFixed(2)} ms on a server on this machine, ${file.toFixed(2)} ms in a file`;
      lines.push({ name: `postgres: ${name}`, ratio: remote / file, limit: null, samples: SAMPLES, detail });
    }
    return lines;
  } finally {
    for (const { team } of [inFile, onServer]) await team.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function subject(dir: string, place: string): Promise<Subject> {
  mkdirSync(dir, { recursive: true });
  const team = await Team.open({
    ...{ place, clock: systemClock, isAlive: () => true },
    ...{ hostId: 'aaaa', hostName: 'here', placesDir: join(dir, 'places'), holder: 'aaaa@bench' },
  });
  await team.change(async (tx, now) => {
    await addProject(tx, { id: 'shop', name: 'Shop', workingDirectory: dir, createdBy: 'mia', createdAt: now });
    for (const [id, kind] of [
      ['mia', 'human'],
      ['reader', 'ai'],
    ] as const) {
      await putAgent(tx, 'shop', { ...NEW_AGENT, id, name: id, kind, createdAt: now });
    }
  });
  const { token } = await enterProject(team, { agentId: 'reader', projectId: 'shop', purpose: 'chat', holder: null });
  return { team, token };
}

/** All daemons are on one host, which hears of each commit once. */
async function commits(server: PostgresServer): Promise<Line> {
  const cost = (size: number) => inTeam(size, costOfMessages, { SYNAPSE_TEAM_URL: server.database() });
  const few = await cost(FEW);
  const many = await cost(MANY);
  return {
    name: 'postgres: statements of all daemons per message',
    ratio: many.statements / few.statements,
    limit: COST_LIMIT,
    samples: CONVERSATIONS * MESSAGES,
    detail: `${many.statements.toFixed(0)} with ${MANY} agents, ${few.statements.toFixed(0)} with ${FEW}`,
  };
}

/** The daemon of a person that keeps one link and the lease of its host, with the ssh of that link. */
async function idle(server: PostgresServer): Promise<Line> {
  const { here, close } = await linkedHomes({ SYNAPSE_TEAM_URL: server.database() });
  try {
    here.run('project', 'create', 'shop', '--dir', here.dir);
    await pause(SETTLE_MS);
    const { pid } = JSON.parse(readFileSync(join(here.env.SYNAPSE_HOME ?? '', 'live', 'bench.json'), 'utf8'));
    const [daemon, ssh] = [spentBy([pid]), spentBy(childrenOf(pid))];
    await pause(IDLE_MS);
    const [daemonS, sshS] = [daemon(), ssh()];
    return {
      name: 'postgres: seconds of CPU in an hour of an idle host',
      ratio: daemonS + sshS,
      limit: IDLE_LIMIT,
      samples: 1,
      detail: `${daemonS.toFixed(2)} of the daemon and ${sshS.toFixed(2)} of its ssh, reckoned from ${IDLE_MS / 1000} s`,
    };
  } finally {
    await close();
  }
}

/** Returns how to ask what they have used since, in seconds an hour. */
function spentBy(pids: readonly number[]): () => number {
  const sum = () => pids.reduce((total, pid) => total + cpuNs(pid), 0);
  const [before, startedMs] = [sum(), performance.now()];
  return () => ((sum() - before) / 1e9) * (HOUR_MS / (performance.now() - startedMs));
}
