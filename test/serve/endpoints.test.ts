import { expect, test } from 'vitest';
import { endpointAt } from '../../src/serve/endpoints.js';

const a2a = (path: string, { agent = 'rex', isOpen = false }: { agent?: string | null; isOpen?: boolean } = {}) => ({
  type: 'a2a',
  agent,
  path,
  isOpen,
});

test.each([
  ['GET', '/agents', { type: 'list' }],
  ['GET', '/agents/', { type: 'list' }],
  ['POST', '/mcp', { type: 'mcp', agent: null }],
  ['DELETE', '/agents/rex/mcp', { type: 'mcp', agent: 'rex' }],
  ['GET', '/.well-known/agent-card.json', a2a('/.well-known/agent-card.json', { agent: null, isOpen: true })],
  ['GET', '/agents/rex/.well-known/agent-card.json', a2a('/.well-known/agent-card.json', { isOpen: true })],
  ['GET', '/agents/rex/.well-known/agent.json', a2a('/.well-known/agent.json', { isOpen: true })],
  [
    'GET',
    '/agents/rex/a2a/v0.3/.well-known/agent-card.json',
    a2a('/a2a/v0.3/.well-known/agent-card.json', { isOpen: true }),
  ],
  ['POST', '/agents/rex/a2a', a2a('/a2a')],
  ['POST', '/agents/rex/a2a/rest/message:stream', a2a('/a2a/rest/message:stream')],
  ['GET', '/agents/rex/a2a/rest/tasks', a2a('/a2a/rest/tasks')],
  ['POST', '/agents/rex/a2a/rest/tasks/7%20a:cancel', a2a('/a2a/rest/tasks/7%20a:cancel')],
  [
    'DELETE',
    '/agents/rex/a2a/rest/tasks/7/pushNotificationConfigs/x.y',
    a2a('/a2a/rest/tasks/7/pushNotificationConfigs/x.y'),
  ],
])('%s %s is given to clients elsewhere', (method, path, endpoint) => {
  expect(endpointAt(method, path)).toEqual(endpoint);
});

/** What a daemon has besides, and what somebody may try to get there. */
test.each([
  ...[
    '',
    '/',
    '/healthz',
    '/openapi.json',
    '/send',
    '/tasks/send',
    '/tasks',
    '/inbox',
    '/screen',
    '/attach',
    '/events',
  ],
  ...['/control/stop', '/tools/authenticate', '/team/changed', '/hosts', '/hosts/call', '/bridge', '/web', '/a2a'],
  ...['/agents/rex', '/agents/rex/', '/agents/rex/screen', '/agents/rex/tasks/send', '/agents/rex/control/stop'],
  ...['/agents/rex/../ada/a2a', '/agents/rex/a2a/../../screen', '/agents/%72ex/a2a', '/agents//a2a', '/agents/../mcp'],
  ...['/agents/rex/a2a/rest/..', '/agents/rex/a2a/rest/tasks/..', '/agents/rex/a2a/rest/tasks/.'],
  ...['/agents/rex/a2a/rest/%2e%2e', '/agents/rex/a2a/rest/tasks/..%2f..%2fscreen', '/agents/rex/a2a/rest/%5C'],
  ...['/agents/rex/a2a/rest/a/b/c', '/agents/rex/a2a\\rest', '/agents/rex@gpu/a2a', '//agents/rex/a2a'],
  ...['http://127.0.0.1:8100/screen', '/agents/rex/a2a/rest/tasks/\u00e9', '/agents/rex/a2a/rest/%00'],
  `/agents/rex/a2a/rest/${'x'.repeat(400)}`,
])('there is nothing at %j', (path) => {
  for (const method of ['GET', 'POST', 'DELETE'])
    expect(() => endpointAt(method, path)).toThrow(expect.objectContaining({ code: 'not_found' }));
});

test.each([
  ['POST', '/agents'],
  ['POST', '/agents/rex/.well-known/agent-card.json'],
  ['GET', '/agents/rex/a2a'],
  ['PUT', '/mcp'],
  ['CONNECT', '/mcp'],
  ['DELETE', '/agents/rex/a2a/rest/tasks/7'],
])('%s is no method for %s', (method, path) => {
  expect(() => endpointAt(method, path)).toThrow(expect.objectContaining({ code: 'method_not_allowed' }));
});
