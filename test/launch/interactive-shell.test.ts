import { expect, test } from 'vitest';
import { isInteractiveShell } from '../../src/launch/interactive-shell.js';

test.each([
  'bash',
  '/bin/sh',
  '/usr/bin/zsh -il',
  '-bash',
  'bash -i',
  'bash --norc --noprofile',
  'bash --rcfile my.rc',
  'bash -o vi',
  'bash -s one two',
  'sh /dev/stdin',
  'sh -',
  'sh --',
  'fish',
  'env bash',
  '/usr/bin/env -i HOME=/ LANG=C dash',
  'sudo -n bash -l',
  'nice -n 5 ksh',
  'busybox sh',
])('%s would execute messages', (line) => {
  expect(isInteractiveShell(line.split(' '))).toBe(true);
});

test.each([
  'cat',
  'bash agent.sh',
  'bash -x agent.sh -s',
  'bash -c true',
  'bash -lc true',
  'sh -e ./run',
  'sh -- ./run',
  'env FOO=1 node agent.mjs',
  'python3 -i',
  './bash-like',
  '',
])('"%s" is left alone', (line) => {
  expect(isInteractiveShell(line.split(' ').filter(Boolean))).toBe(false);
});
