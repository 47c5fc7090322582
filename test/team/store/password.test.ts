import { expect, test } from 'vitest';
import { passwordIn } from '../../../src/team/store/postgres/password.js';

const LOGIN = { host: 'db.example', port: 5432, database: 'team', user: 'synapse' };

test.each([
  ['db.example:5432:team:synapse:word', 'word'],
  ['*:*:*:synapse:word', 'word'],
  ['# db.example:5432:team:synapse:no\nother:*:*:*:no\n*:*:*:*:with:colon\\\\', 'with:colon\\'],
  ['db.example:5432:team:ann:no', null],
  ['db.example:5433:team:synapse:no', null],
  ['db.example', null],
  ['', null],
])('the first line of a password file that fits counts: %j', (text, password) => {
  expect(passwordIn(text, LOGIN)).toBe(password);
});

test('a colon in a name stands behind a backslash, and a socket is that of this machine', () => {
  expect(passwordIn('\\:\\:1:*:*:*:word', { ...LOGIN, host: '::1' })).toBe('word');
  expect(passwordIn('localhost:*:*:*:word', { ...LOGIN, host: '/run/postgresql' })).toBe('word');
});
