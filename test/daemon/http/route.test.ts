import { expect, test } from 'vitest';
import { findRoute, get, post } from '../../../src/daemon/http/route.js';

const ROUTES = [
  get('/tasks', 'known', () => 'list'),
  post('/tasks/send', 'known', () => 'send'),
  get('/tasks/:id', 'known', () => 'read'),
  post('/tasks/:id/cancel', 'known', () => 'cancel'),
  get('/projects/:id/agents/:agent/chat', 'session', () => 'chat'),
  post('/control/:action', 'self', () => 'control'),
];

function find(method: string, path: string) {
  const { route, params } = findRoute(ROUTES, method, path);
  return [route.path, params];
}

test.each([
  ['GET', '/tasks', '/tasks', {}],
  ['POST', '/tasks/send', '/tasks/send', {}],
  ['GET', '/tasks/send', '/tasks/:id', { id: 'send' }],
  ['GET', '/tasks/1a2b', '/tasks/:id', { id: '1a2b' }],
  ['POST', '/tasks/1a2b/cancel', '/tasks/:id/cancel', { id: '1a2b' }],
  ['GET', '/projects/shop/agents/rex/chat', '/projects/:id/agents/:agent/chat', { id: 'shop', agent: 'rex' }],
])('%s %s is answered by %s', (method, path, pattern, params) => {
  expect(find(method, path)).toEqual([pattern, params]);
});

test('a path parameter is decoded once, and may contain an encoded slash', () => {
  expect(find('GET', '/tasks/a%20b%2Fc%2525')).toEqual(['/tasks/:id', { id: 'a b/c%25' }]);
});

test.each([
  '/',
  '/task',
  '/tasks/',
  '/tasks/1a2b/',
  '/tasks//cancel',
  '/tasks/1a2b/cancel/now',
  '//tasks',
  '/tasks/1/2',
  '/control/a-b',
  '/control/st%6Fp',
])('%s matches no route', (path) => {
  expect(() => find('GET', path)).toThrow(expect.objectContaining({ code: 'not_found' }));
});

test('a known path with another method is not an unknown path', () => {
  expect(() => find('DELETE', '/tasks')).toThrow(expect.objectContaining({ code: 'method_not_allowed' }));
  expect(() => find('GET', '/tasks/1a2b/cancel')).toThrow(expect.objectContaining({ code: 'method_not_allowed' }));
  expect(() => find('GET', '/control/stop')).toThrow(expect.objectContaining({ code: 'method_not_allowed' }));
});

test('an invalid percent encoding is refused', () => {
  expect(() => find('GET', '/tasks/%E0%A4%A')).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});
