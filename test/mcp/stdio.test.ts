/** `synapse mcp` over stdio: who it acts for, in and out of a sandbox, across a restart, and with garbage on its input. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { createToken } from '../../src/registry/tokens.js';
import { MESSAGE_TOOLS } from '../../src/tools/message-tools.js';
import { CLIENTS, overStdio, terminalEnvironment } from '../rig/clients/mcp.js';
import { ROOT } from '../rig/home/binary.js';
import { testInProcess as test } from '../rig/home/home-in-process.js';
import { canForbidSockets, inSandbox } from '../rig/machine/sandbox.js';

const MCP = [process.execPath, `${ROOT}/bin/synapse`, 'mcp'];
const idIn = (line: string) => /\[A2A:([0-9a-f]{8}):/.exec(line)?.[1] ?? '';

for (const name of CLIENTS) {
  test(`${name}: in its terminal an agent replies as itself and is told of changes`, async ({ home }) => {
    const [ada, rex] = await Promise.all([home.agent('ada'), home.agent('rex')]);
    const client = await overStdio(name, terminalEnvironment(rex));
    expect(await client.tools()).toEqual(MESSAGE_TOOLS.map((tool) => tool.name));
    await client.subscribe('synapse://inbox');
    const asking = ada.synapse('send', 'rex', 'ready?', '--response');
    const id = idIn(await rex.line('ready?'));
    await expect.poll(() => client.updates).toContain('synapse://inbox');
    await client.call('synapse_reply', { to: id, message: 'yes' });
    expect((await asking).stdout).toBe('yes\n');
    await client.close();
  });
}

test.runIf(canForbidSockets)('in a sandbox without sockets it works the same', async ({ home }) => {
  const [ada, rex] = await Promise.all([home.agent('ada'), home.agent('rex')]);
  const client = await overStdio('1.x', terminalEnvironment(rex), inSandbox(MCP));
  await client.subscribe('synapse://inbox');
  const asking = ada.synapse('send', 'rex', 'ready?', '--response');
  const id = idIn(await rex.line('ready?'));
  await expect.poll(() => client.updates).toContain('synapse://inbox');
  expect((await client.call('synapse_list_agents')).structuredContent.agents).toMatchObject([
    { id: 'ada', status: 'ready' },
    { id: 'rex', is_you: true },
  ]);
  await client.call('synapse_reply', { message: 'yes' });
  expect((await asking).stdout).toBe('yes\n');
  expect((await client.call('synapse_show', { id })).structuredContent).toMatchObject({ task: { state: 'completed' } });
  await client.close();
});

test('an access token acts for an outside program, also after the daemon was restarted', async ({ home }) => {
  const first = await home.agent('rex');
  const token = createToken(home.home, { name: 'ide', agent: null, createdAt: '2026-01-01T00:00:00.000Z' });
  const client = await overStdio('2.x, 2026-07-28', { SYNAPSE_HOME: home.home, SYNAPSE_TOKEN: token });
  await client.call('synapse_send', { target: 'rex', message: 'one' });
  expect(await first.line('one')).toContain(':ext:ide] one');
  await home.stop('rex');
  const sent = await client.call('synapse_send', { target: 'rex', message: 'two' });
  expect(sent).toMatchObject({ isError: true, structuredContent: { error: 'agent_not_running' } });
  const second = await home.agent('rex');
  await client.call('synapse_send', { target: 'rex', message: 'three' });
  expect(await second.line('three')).toContain(':ext:ide] three');
  await client.close();
});

test('what was asked for before its input ended is done', async ({ home }) => {
  const rex = await home.agent('rex');
  const token = createToken(home.home, { name: 'ide', agent: null, createdAt: '2026-01-01T00:00:00.000Z' });
  const env = { ...home.environment(), SYNAPSE_TOKEN: token };
  const child = spawn(MCP[0] as string, MCP.slice(1), { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const clientInfo = { name: 'raw', version: '1' };
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const send = { name: 'synapse_send', arguments: { target: 'rex', message: 'one' } };
  const wait = { name: 'synapse_send', arguments: { target: 'rex', message: 'two', response: true } };
  const calls = [['initialize', initialize] as const, ['tools/call', send] as const, ['tools/call', wait] as const];
  child.stdin.end(
    calls.map(([method, params], id) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`).join(''),
  );
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.stdout.resume();
  await rex.line(':ext:ide] one');
  await rex.line(':ext:ide] two');
  expect(await ended).toBe(0);
});

test('it starts nothing to list its tools, survives garbage, and ends with its input', async ({ home }) => {
  const child = spawn(MCP[0] as string, MCP.slice(1), { env: home.environment(), stdio: ['pipe', 'pipe', 'ignore'] });
  const answers: Record<string, unknown>[] = [];
  createInterface(child.stdout).on('line', (line) => answers.push(JSON.parse(line)));
  const write = (line: unknown) => child.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  write('no json');
  write('"a text"');
  write([]);
  write(`"${'x'.repeat(17 * 2 ** 20)}"`);
  write({ jsonrpc: '2.0', id: 'odd', method: 7 });
  write({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  write({ jsonrpc: '2.0', id: 2, method: 'no/such' });
  await expect.poll(() => answers.map(({ id }) => id)).toEqual(expect.arrayContaining([1, 2]));
  const codes = answers.map(({ error }) => (error as { code: number } | undefined)?.code);
  expect(codes.slice(0, 5)).toEqual([-32700, -32600, -32600, -32600, -32600]);
  expect(codes).toContain(-32601);
  expect(answers[4]).toMatchObject({ id: 'odd' });
  expect(existsSync(`${home.home}/agents`)).toBe(false);
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.stdin.end();
  expect(await ended).toBe(0);
});
