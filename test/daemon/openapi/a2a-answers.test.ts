/** What the OpenAPI document says of the routes of A2A occurs, and nothing else. The standard itself is tested elsewhere. */
import { expect } from 'vitest';
import { createToken } from '../../../src/registry/tokens.js';
import { ask, tryTheDoor } from '../../rig/clients/api-refusals.js';
import { ApiCheck, documentedAnswers } from '../../rig/clients/openapi.js';
import { test } from '../../rig/home/in-process.js';

const CREATED = '2026-01-01T00:00:00.000Z';
const CARDS = ['/.well-known/agent-card.json', '/.well-known/agent.json'];

test('the routes of A2A answer as the OpenAPI document says', async ({ daemons }) => {
  const check = new ApiCheck();
  const rex = await daemons.agent('rex', { env: { SYNAPSE_PUSH_ALLOW: '127.0.0.1' } });
  const key = createToken(daemons.home, { name: 'ide', agent: null, createdAt: CREATED });
  const isA2a = (path: string) => path.startsWith('/a2a') || path.startsWith('/.well-known');
  await tryTheDoor(check, rex, isA2a);
  const call = (request: string, body?: unknown) =>
    ask(check, rex, request, { key, headers: { 'a2a-version': '1.0' }, ...(body === undefined ? {} : { body }) });
  for (const path of ['', '/a2a/v0.3'].flatMap((base) => CARDS.map((card) => `${base}${card}`))) {
    const { headers } = await ask(check, rex, `GET ${path}`, { key: null });
    await ask(check, rex, `GET ${path}`, { key: null, headers: { 'if-none-match': String(headers.etag) } });
  }
  for (const path of ['/a2a', '/a2a/']) {
    await call(`POST ${path}`, { jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} });
  }
  const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'hello' }] };
  const sent = await call('POST /a2a/rest/message:send', { message, configuration: { returnImmediately: true } });
  const task = `/a2a/rest/tasks/${sent.body.task?.id}`;
  const configs = `${task}/pushNotificationConfigs`;
  await call('GET /a2a/rest/tasks');
  await call(`GET ${task}`);
  await call(`POST ${configs}`, { id: 'c1', url: 'http://127.0.0.1:9/' });
  await call(`GET ${configs}`);
  await call(`GET ${configs}/c1`);
  await call(`DELETE ${configs}/c1`);
  await call(`POST ${task}:cancel`, {});
  expect(check.problems).toEqual([]);
  const documented = documentedAnswers().filter((answer) => isA2a(answer.split(' ')[1] as string));
  expect(documented.filter((answer) => !check.seen.has(answer))).toEqual([]);
});
