// How a scripted agent calls its tools: over HTTP, which needs no process; with `commands` it calls each tool on the
// command line the first time, as agents do. SYNAPSE_BIN names the command where PATH does not.
import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { promisify } from 'node:util';

const { SYNAPSE_BIN = 'synapse', SYNAPSE_PORT, SYNAPSE_SESSION_TOKEN } = process.env;
const run = promisify(execFile);

export async function synapse(...args) {
  return (await run(SYNAPSE_BIN, args)).stdout;
}

export function toolCaller({ commands }) {
  const called = new Set();
  return (name, args = {}) => {
    const isNew = !called.has(name);
    called.add(name);
    return commands && isNew ? byCommand(name, args) : byHttp(name, args);
  };
}

async function byCommand(name, args) {
  const options = Object.entries(args).flatMap(([key, value]) => [`--${key}`, String(value)]);
  // An error is an answer, too.
  const { stdout } = await run(SYNAPSE_BIN, ['tool', name, ...options]).catch((error) => error);
  return JSON.parse(stdout);
}

function byHttp(name, args) {
  const body = JSON.stringify(args);
  const headers = {
    authorization: `Bearer ${SYNAPSE_SESSION_TOKEN}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const how = { host: '127.0.0.1', port: SYNAPSE_PORT, path: `/tools/${name}`, method: 'POST', headers };
    const outgoing = request(how, (response) => {
      let text = '';
      response.setEncoding('utf8').on('error', reject);
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve(JSON.parse(text)));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
