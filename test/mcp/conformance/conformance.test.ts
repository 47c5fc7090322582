/**
 * Runs `@modelcontextprotocol/conformance` against `/mcp`, if SYNAPSE_MCP_CONFORMANCE names the folder in which it is
 * installed: once with what Synapse offers, and once with the tools, resources and prompts that the tool calls by name.
 */
import { spawn } from 'node:child_process';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test as plain } from 'vitest';
import { CONNECTION_LIMITS } from '../../../src/daemon/http/door/connections.js';
import { get, post, remove } from '../../../src/daemon/http/route.js';
import type { Door } from '../../../src/daemon/http/server.js';
import { makeServer } from '../../../src/daemon/http/server.js';
import { HttpDoor } from '../../../src/mcp/http/door.js';
import { testInProcess } from '../../rig/home/home-in-process.js';
import { makeFixtureServer } from './fixtures.js';

const FOLDER = process.env.SYNAPSE_MCP_CONFORMANCE;
/** Options of the tool; version 0.1 has no requirements. */
const RUNS = (process.env.SYNAPSE_MCP_REQUIREMENTS ?? '').split(' ');

testInProcess.runIf(FOLDER)('conformance of /mcp', async ({ home }) => {
  const rex = await home.agent('rex');
  const proxy = createServer((asked, answer) => {
    const { method, url, headers } = asked;
    const passed = { ...headers, authorization: `Bearer ${rex.key}` };
    const inner = request({ host: '127.0.0.1', port: rex.entry.port, method, path: url, headers: passed }, (got) => {
      answer.writeHead(got.statusCode ?? 500, got.headers);
      got.pipe(answer);
    });
    inner.on('error', () => answer.destroy());
    answer.on('close', () => inner.destroy());
    asked.pipe(inner);
  });
  await tryAll('as it is', proxy);
});

plain.runIf(FOLDER)('conformance of the transport, with the fixtures of the tool', async () => {
  const http = new HttpDoor(makeFixtureServer);
  const daemon = { id: 'rex', socket: '' };
  const caller = { kind: 'agent', home: '', language: 'en', daemon, isPerson: false, sessionToken: null } as const;
  const handle: Parameters<typeof get>[2] = async ({ request, response, body }) => {
    const isAllowed = async () => true;
    await http.handle({ request, response, caller, isAllowed, body: request.method === 'POST' && (await body()) });
  };
  const routes = [post('/mcp', 'open', handle), get('/mcp', 'open', handle), remove('/mcp', 'open', handle)];
  const door = { agent: 'rex', routes, log: console, hosts: [] } as unknown as Door;
  await tryAll('with fixtures', makeServer(Promise.resolve(door), CONNECTION_LIMITS));
  http.close();
});

async function tryAll(what: string, server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/mcp`;
  for (const revision of RUNS) {
    const options = revision === '' ? [] : ['--requirements', revision];
    const printed = await runTool(['server', '--url', url, ...options]);
    console.log(`${what} ${revision}\n${printed.slice(printed.indexOf('=== SUMMARY'))}`);
    expect(printed).toMatch(/passed/);
  }
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

function runTool(args: readonly string[]): Promise<string> {
  const tool = join(FOLDER as string, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const child = spawn(process.execPath, [tool, ...args], { cwd: FOLDER, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  return new Promise((resolve) => child.on('close', () => resolve(printed)));
}
