/** Measures what one chat message costs all daemons with thirty agents and with two, and how many tool calls twenty busy agents make. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { callDaemon } from '../src/a2a/local.js';
import { Registry } from '../src/registry/registry.js';
import { BenchHome, cpuMs, environmentOf, type StartedAgent } from './rig/home.js';
import type { Line } from './rig/line.js';

const FEW = 2;
const MANY = 30;
const BUSY = 20;
export const CONVERSATIONS = 3;
/** A conversation ends with its fortieth message. */
export const MESSAGES = 36;
/** Long enough that a message reaches its terminal before the next one is sent. */
const BETWEEN_MS = 50;
const SETTLE_MS = 1_500;
const IDLE_MS = 4_000;
const BUSY_MS = 5_000;
const COST_LIMIT = 1.5;
/** One look a second, and now and then a round of one daemon. */
const IDLE_LIMIT = 3;
/** Two callers already use the whole machine. Twenty share it, and must not slow each other down. */
const THROUGHPUT_LIMIT = 0.8;

export interface Cost {
  /** Of all daemons together, per message. */
  readonly statements: number;
  readonly cpuMs: number;
  /** Of one daemon, per second in which nothing happens. */
  readonly idleStatements: number;
  readonly idleCpuMs: number;
}

export async function benchCrowd(): Promise<Line[]> {
  const few = await inTeam(FEW, costOfMessages);
  const many = await inTeam(MANY, async (team) => {
    const cost = await costOfMessages(team);
    const two = await callsPerSecond(team, 2);
    return { cost, two, twenty: await callsPerSecond(team, BUSY) };
  });
  const samples = CONVERSATIONS * MESSAGES;
  const shared = { limit: COST_LIMIT, samples };
  const { cost, two, twenty } = many;
  return [
    {
      ...{ name: 'crowd: statements of all daemons per message', ratio: cost.statements / few.statements, ...shared },
      detail: `${cost.statements.toFixed(0)} with ${MANY} agents, ${few.statements.toFixed(0)} with ${FEW}`,
    },
    {
      ...{ name: 'crowd: CPU of all daemons per message', ratio: cost.cpuMs / few.cpuMs, ...shared },
      detail: `${cost.cpuMs.toFixed(1)} ms with ${MANY} agents, ${few.cpuMs.toFixed(1)} ms with ${FEW}`,
    },
    {
      name: 'crowd: statements a second of an idle daemon',
      ...{ ratio: cost.idleStatements, limit: IDLE_LIMIT, samples: MANY + 1 },
      detail: `and ${cost.idleCpuMs.toFixed(1)} ms of CPU`,
    },
    {
      ...{ name: `crowd: tool calls of ${BUSY} busy agents`, ratio: twenty / two, limit: THROUGHPUT_LIMIT },
      ...{ atLeast: true, samples: Math.round((twenty * BUSY_MS) / 1000) },
      detail: `${twenty.toFixed(0)} a second, ${two.toFixed(0)} from 2 agents`,
    },
  ];
}

interface Member extends StartedAgent {
  readonly home: string;
  readonly token: string;
}

interface BenchTeam {
  readonly home: BenchHome;
  readonly members: readonly Member[];
}

/** `env` is that of all daemons. */
export async function inTeam<T>(
  size: number,
  measure: (team: BenchTeam) => Promise<T>,
  env: NodeJS.ProcessEnv = {},
): Promise<T> {
  const home = new BenchHome();
  Object.assign(home.env, env);
  try {
    const folder = join(home.dir, 'project');
    mkdirSync(folder);
    home.run('project', 'create', 'shop', '--dir', folder);
    const members = Array.from({ length: size }, (_, index) => startMember(home, `agent-${index}`));
    return await measure({ home, members });
  } finally {
    home.end();
  }
}

function startMember(home: BenchHome, id: string): Member {
  const options = ['--project', 'shop', '--purpose', 'chat', '--id', id, '--json'];
  const started = JSON.parse(home.run('start', 'shell', ...options, '--', 'cat')) as StartedAgent;
  return { ...started, home: homeOf(home), token: environmentOf(started.program_pid).SYNAPSE_SESSION_TOKEN ?? '' };
}

function homeOf({ dir }: BenchHome): string {
  return join(dir, 'home');
}

/** Two agents talk. The others are in conversations too, but silent. */
export async function costOfMessages(team: BenchTeam): Promise<Cost> {
  const [a, b, ...others] = team.members as [Member, Member, ...Member[]];
  for (let index = 0; index + 1 < others.length; index += 2) {
    await call(others[index] as Member, 'start_conversation', { target_agent_id: others[index + 1]?.id });
  }
  await pause(SETTLE_MS);
  const idle = await between(team, () => pause(IDLE_MS));
  const total = { statements: 0, cpuMs: 0, tookMs: 0 };
  for (let round = 0; round < CONVERSATIONS; round += 1) {
    const started = await call(a, 'start_conversation', { target_agent_id: b.id, max_turns: 40 });
    await pause(SETTLE_MS);
    const talk = await between(team, async () => {
      for (let turn = 0; turn < MESSAGES; turn += 1) {
        const [from, to] = turn % 2 ? [b, a] : [a, b];
        await call(from, 'send_message', { target_agent_id: to.id, content: `This is message ${turn}.` });
        await pause(BETWEEN_MS);
      }
      await pause(SETTLE_MS);
    });
    total.statements += talk.statements;
    total.cpuMs += talk.cpuMs;
    total.tookMs += talk.tookMs;
    await call(a, 'end_conversation', { conversation_id: started.conversation_id });
  }
  const messages = CONVERSATIONS * MESSAGES;
  const idleShare = total.tookMs / idle.tookMs;
  return {
    statements: (total.statements - idle.statements * idleShare) / messages,
    cpuMs: (total.cpuMs - idle.cpuMs * idleShare) / messages,
    idleStatements: (idle.statements * 1000) / idle.tookMs / (team.members.length + 1),
    idleCpuMs: (idle.cpuMs * 1000) / idle.tookMs / (team.members.length + 1),
  };
}

interface Spent {
  readonly statements: number;
  readonly cpuMs: number;
  readonly tookMs: number;
}

/** Measures what all daemons spend during `work`. What it costs to ask them does not count. */
async function between({ home }: BenchTeam, work: () => Promise<void>): Promise<Spent> {
  const place = homeOf(home);
  const entries = new Registry(place).entries();
  const ask = async () => {
    const all = await Promise.all(entries.map((entry) => callDaemon(entry, place, { path: '/status' })));
    return all.reduce((total, status) => total + (status.team_statements as number), 0);
  };
  const cpu = () => entries.reduce((total, { pid }) => total + cpuMs(pid), 0);
  const statementsBefore = await ask();
  const cpuBefore = cpu();
  const startedMs = performance.now();
  await work();
  const tookMs = performance.now() - startedMs;
  const cpuAfter = cpu();
  return { statements: (await ask()) - statementsBefore, cpuMs: cpuAfter - cpuBefore, tookMs };
}

/** Each caller calls its own daemon, one call at a time. Half of the calls read, half of them write. */
async function callsPerSecond({ members }: BenchTeam, callers: number): Promise<number> {
  let calls = 0;
  const untilMs = performance.now() + BUSY_MS;
  const work = async (member: Member) => {
    while (performance.now() < untilMs) {
      await call(member, 'get_next_action', {});
      await call(member, 'send_message', { target_agent_id: 'bench', content: 'Done, and tested.' });
      calls += 2;
    }
  };
  const startedMs = performance.now();
  await Promise.all(members.slice(-callers).map(work));
  return (calls * 1000) / (performance.now() - startedMs);
}

/** Calls a tool as `synapse tool` does: over the agent's own socket, with its key and session. */
async function call(
  { id, home, token }: Member,
  tool: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const entry = new Registry(home).live(id);
  if (!entry) throw new Error(`${id} is gone`);
  return callDaemon(entry, home, { path: `/tools/${tool}`, body: { ...args, session_token: token } });
}
