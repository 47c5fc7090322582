/** Everything that the OpenAPI document says of `/mcp` occurs, and nothing else. */
import { expect } from 'vitest';
import { announceTooMuch, ask, tryTheDoor } from '../../rig/clients/api-refusals.js';
import { ApiCheck, documentedAnswers } from '../../rig/clients/openapi.js';
import { test } from '../../rig/home/in-process.js';

const BOTH = { accept: 'application/json, text/event-stream' };
const CLIENT = { name: 'raw', version: '1' };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: CLIENT },
};
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

test('/mcp answers as the OpenAPI document says', async ({ daemons }) => {
  const check = new ApiCheck();
  const [mia, gone] = await Promise.all([daemons.person('mia'), daemons.person('gone')]);
  const key = gone.key;
  await gone.end();
  const isMcp = (path: string) => path === '/mcp';
  await tryTheDoor(check, mia, isMcp);
  await announceTooMuch(check, mia, 'POST /mcp');
  const begun = await mia.open('/mcp', { body: INITIALIZE, headers: BOTH });
  begun.resume();
  const session = { ...BOTH, 'mcp-session-id': String(begun.headers['mcp-session-id']) };
  const post = (headers: Record<string, string>, body: unknown = LIST) =>
    ask(check, mia, 'POST /mcp', { headers, body });
  await post(session);
  await post(session, { jsonrpc: '2.0', method: 'notifications/initialized' });
  await post({ accept: 'text/html' });
  await post({ ...BOTH, 'content-type': 'text/plain' });
  const stream = await mia.open('/mcp', { headers: session });
  check.note({ method: 'GET', path: '/mcp', status: stream.statusCode ?? 0, body: undefined });
  stream.on('error', () => {}).destroy();
  for (const method of ['GET', 'DELETE']) await ask(check, mia, `${method} /mcp`, { headers: BOTH });
  await ask(check, mia, 'GET /mcp', { headers: { ...session, accept: 'text/html' } });
  for (const method of ['DELETE', 'POST', 'GET', 'DELETE']) {
    await ask(check, mia, `${method} /mcp`, { headers: session, ...(method === 'POST' ? { body: LIST } : {}) });
  }
  for (const method of ['GET', 'POST', 'DELETE']) {
    await ask(check, mia, `${method} /mcp`, { key, headers: BOTH, ...(method === 'POST' ? { body: LIST } : {}) });
  }
  expect(check.problems).toEqual([]);
  const documented = documentedAnswers().filter((answer) => isMcp(answer.split(' ')[1] as string));
  expect(documented.filter((answer) => !check.seen.has(answer))).toEqual([]);
});
