/** Measures a round trip over A2A, from the message of a client to the reply of the program, against the same over `/tasks/send`. */

import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { BenchHome } from './rig/home.js';
import { type Line, median } from './rig/line.js';

const ROUNDS = 200;
const WARM_UP = 20;

/** Replies to each line as `synapse reply` does, without the start of a process for each. */
const PROGRAM = `
const { request } = require('node:http');
const { readFileSync } = require('node:fs');
const { createInterface } = require('node:readline');
const [port, key] = [process.argv[2], process.argv[3]];
const authorization = 'Bearer ' + readFileSync(key, 'utf8').trim();
createInterface({ input: process.stdin }).on('line', (line) => {
  const to = /^\\[A2A:([0-9a-f]{8}):/.exec(line)?.[1];
  if (!to) return;
  const headers = { authorization, 'content-type': 'application/json' };
  const asked = request({ host: '127.0.0.1', port, path: '/reply', method: 'POST', headers }, (answer) => answer.resume());
  asked.end(JSON.stringify({ to, text: 'done' }));
});
`;

export async function benchStandards(): Promise<Line[]> {
  const home = new BenchHome();
  const connections = new Agent({ keepAlive: true });
  try {
    writeFileSync(join(home.dir, 'program.cjs'), PROGRAM);
    const port = PORT;
    const key = join(home.dir, 'home', 'agents', 'rex', 'key');
    const program = [process.execPath, join(home.dir, 'program.cjs'), String(port), key];
    const rex = JSON.parse(
      home.run('start', 'shell', '--json', '--id', 'rex', '--port', String(port), '--', ...program),
    ) as { readonly port: number };
    if (rex.port !== port) throw new Error(`port ${port} is in use`);
    const authorization = `Bearer ${home.run('token', 'create', '--name', 'bench').split('\n').at(-1)}`;
    const call = (path: string, body?: unknown) => ask({ port, path, body, authorization, connections });
    const ways = [() => overTasks(call), () => overStandard(call)] as const;
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      for (const [index, way] of ways.entries()) {
        const from = process.hrtime.bigint();
        await way();
        if (round >= WARM_UP) times[index as 0 | 1].push(Number(process.hrtime.bigint() - from) / 1e6);
      }
    }
    const [plain, standard] = [median(times[0]), median(times[1])];
    const detail = `SendMessage ${standard.toFixed(2)} ms, /tasks/send ${plain.toFixed(2)} ms`;
    return [{ name: 'A2A SendMessage, until the reply', ratio: standard / plain, limit: 1.5, samples: ROUNDS, detail }];
  } finally {
    connections.destroy();
    home.end();
  }
}

/** Of the range for other profiles, which few use. */
const PORT = 8_290 + (process.pid % 10);

type Call = (path: string, body?: unknown) => Promise<Record<string, unknown>>;

async function overTasks(call: Call): Promise<void> {
  const message = { role: 'user', parts: [{ type: 'text', text: 'hello' }] };
  const { task } = await call('/tasks/send', { message, metadata: { response_expected: true } });
  const done = await call(`/tasks/${(task as { id: string }).id}?wait=30`);
  if ((done.task as { state: string }).state !== 'completed') throw new Error('no reply');
}

async function overStandard(call: Call): Promise<void> {
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hello' }] };
  const { result } = await call('/a2a', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } });
  const { task } = result as { task: { status: { state: string } } };
  if (task.status.state !== 'TASK_STATE_COMPLETED') throw new Error('no reply');
}

interface Asked {
  readonly port: number;
  readonly path: string;
  readonly body: unknown;
  readonly authorization: string;
  readonly connections: Agent;
}

function ask({ port, path, body, authorization, connections }: Asked): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const headers = { authorization, 'content-type': 'application/json', 'a2a-version': '1.0' };
    const method = body === undefined ? 'GET' : 'POST';
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: connections }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => resolve(JSON.parse(text) as Record<string, unknown>));
    });
    asked.on('error', reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
