import { expect, test } from 'vitest';
import { Allowance } from '../../src/serve/allowance.js';
import { networkOf } from '../../src/serve/gate.js';
import { checkedUrl, ownNames, ownUrl, parseListen, reachOf } from '../../src/serve/listen-address.js';

test('an allowance is used up at once, comes back with time, and is kept for each apart', () => {
  let at = 0;
  const allowance = new Allowance(6, { monotonicMs: () => at });
  const taken = Array.from({ length: 7 }, () => allowance.take('ada'));
  expect(taken).toEqual([null, null, null, null, null, null, 10]);
  expect(allowance.take('rex')).toBeNull();
  at = 9_000;
  expect(allowance.take('ada')).toBe(1);
  at = 10_000;
  expect(allowance.take('ada')).toBeNull();
  expect(allowance.take('ada')).toBe(10);
  at = 10 * 60_000;
  expect(Array.from({ length: 7 }, () => allowance.take('ada')).filter((left) => left === null)).toHaveLength(6);
});

test('of many that come only once, those that came first are forgotten', () => {
  const allowance = new Allowance(1, { monotonicMs: () => 0 });
  allowance.take('first');
  expect(allowance.take('first')).not.toBeNull();
  for (let count = 0; count < 10_000; count += 1) allowance.take(String(count));
  expect(allowance.take('first')).toBeNull();
});

test.each([
  ['10.0.7.4', '10.0.7.4'],
  ['::ffff:10.0.7.4', '10.0.7.4'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::7', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['127.0.0.1:8443', { host: '127.0.0.1', port: 8443 }],
  ['[::1]:0', { host: '::1', port: 0 }],
  ['agents.example:443', { host: 'agents.example', port: 443 }],
])('%s is a place to listen', (text, place) => {
  expect(parseListen(text)).toEqual(place);
});

test.each(['8443', ':8443', '127.0.0.1', '::1:80', '[127.0.0.1]:80', '127.0.0.1:65536', '127.0.0.1:-1', 'a b:x', ''])(
  '%j is no place to listen',
  (text) => {
    expect(() => parseListen(text)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  },
);

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.8.8.8', 'loopback'],
  ['::1', 'loopback'],
  ['0.0.0.0', 'every address'],
  ['::', 'every address'],
  ['0:0:0:0:0:0:0:0', 'every address'],
  ['10.0.7.4', 'one address'],
  ['2001:db8::1', 'one address'],
  ['::ffff:10.0.7.4', 'one address'],
] as const)('%s is reached at %s', (address, reach) => {
  expect(reachOf(address)).toBe(reach);
});

test('a public address is https, may have a path, and has nothing that a client would not repeat', () => {
  expect(checkedUrl('https://agents.example/team/')).toBe('https://agents.example/team');
  expect(checkedUrl('http://localhost:8080')).toBe('http://localhost:8080');
  expect(() => checkedUrl('http://agents.example')).toThrow(expect.objectContaining({ code: 'serve_needs_tls' }));
  for (const text of ['agents.example', 'ftp://x', 'https://u:p@x', 'https://x?y', 'https://x#y', ''])
    expect(() => checkedUrl(text), text).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});

test('requests are for the names that the place has', () => {
  const loopback = { host: '127.0.0.1', address: '127.0.0.1', port: 0, reach: 'loopback' } as const;
  expect(ownUrl(loopback, 8443, true)).toBe('https://127.0.0.1:8443');
  expect(ownUrl({ host: '::1' }, 80, false)).toBe('http://[::1]');
  expect([...ownNames(loopback, 'https://agents.example')].sort()).toEqual(
    ['127.0.0.1', '[::1]', 'agents.example', 'localhost'].sort(),
  );
  const everywhere = { host: '0.0.0.0', address: '0.0.0.0', port: 0, reach: 'every address' } as const;
  expect(ownNames(everywhere, 'https://agents.example').has('localhost')).toBe(false);
});
