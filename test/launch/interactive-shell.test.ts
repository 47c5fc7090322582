import { expect, test } from 'vitest';
import { executesLines, isInteractiveShell } from '../../src/launch/interactive-shell.js';
import type { TerminalReader } from '../../src/processes.js';

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
  'timeout 60 bash',
  'timeout -k 5 -s KILL 1.5m bash',
  'setsid -w bash',
  'nohup setsid sh',
  'env -u LANG bash',
  'env -S bash',
  'flock /tmp/lock bash',
  'taskset 3 sh',
  'stdbuf -o L bash',
  'rlwrap sh',
  'sudo -i',
  'sudo -u joe -s',
  'sudo -u joe bash',
  'doas -s',
  'su',
  'su - joe',
  'runuser -u joe -- bash',
  'script',
  'script -q /dev/null',
  'script -qc bash /dev/null',
  'script --command=zsh log',
  'script -q /dev/null bash',
  'tmux',
  'tmux new -s work',
  'screen -S work',
  'nix-shell',
  'nix-shell -p python3',
  'nix-shell --run bash',
  'nix develop',
  'nix develop -c bash',
  'chroot /srv',
  'chroot /srv sh',
  'unshare -r',
  'docker exec -it box bash',
  'docker run --rm -it debian sh',
  'kubectl exec -it pod -- sh',
  'ssh host',
  'ssh -p 22 joe@host',
  'ssh -t host bash',
  'poetry shell',
  'sh -c sh',
  'bash -lc zsh',
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
  'timeout 60 ./agent.sh',
  'timeout 60 bash agent.sh',
  'sudo -u joe ./agent',
  'sudo -i ./agent',
  'su joe -c ./agent',
  'runuser -u joe -- ./agent',
  'script -qc ./agent /dev/null',
  'script -q /dev/null ./agent',
  'nix-shell --run ./agent',
  'nix develop -c ./agent',
  'nix run',
  'chroot /srv ./agent',
  'docker exec -it box ./agent',
  'docker run --rm -it debian bash agent.sh',
  'ssh host ./agent',
  'poetry run agent',
  'sh -c ./agent',
  'env -i ./agent bash',
  './bash-like',
  '',
])('"%s" is left alone', (line) => {
  expect(isInteractiveShell(line.split(' ').filter(Boolean))).toBe(false);
});

test.each([
  ['sh', '-c', 'cd /srv && exec bash'],
  ['sh', '-c', './agent; bash -i'],
  ['bash', '-c', 'timeout 5 sh'],
  ['env', '-S', 'FOO=1 bash -i'],
])('the last words of %j %j %j would execute messages', (...command) => {
  expect(isInteractiveShell(command)).toBe(true);
});

test.each([
  ['sh', '-c', 'echo ls | sh'],
  ['sh', '-c', 'bash < commands'],
  ['sh', '-c', 'while read -r line; do echo "$line"; done'],
  ['sh', '-c', "echo 'not closed"],
])('a shell that reads something else than the terminal is left alone: %j %j %j', (...command) => {
  expect(isInteractiveShell(command)).toBe(false);
});

const reader = (line: string, more: Partial<TerminalReader> = {}): TerminalReader => ({
  executable: null,
  words: line.split(' '),
  isInner: false,
  ...more,
});

test.each([
  ['a shell behind a wrapper', [reader('./wrapper'), reader('bash')], false, true],
  ['a shell under another name', [reader('agent', { executable: '/bin/bash' })], false, true],
  ['a shell that runs a script', [reader('/bin/bash ./agent.sh', { executable: '/bin/bash' })], false, false],
  ['a shell in a container', [reader('docker exec -it box sh')], false, true],
  ['a shell that gets all keys', [reader('./relay'), reader('bash', { isInner: true })], true, true],
  ['a shell that is a tool of the program', [reader('./agent'), reader('bash', { isInner: true })], false, false],
  ['no shell', [reader('./agent')], true, false],
  ['a shell that is just being replaced', [{ executable: '/bin/sh', words: [], isInner: false }], false, false],
  ['nothing', [], true, false],
])('what reads the terminal decides: %s', (_, readers, passesKeysOn, expected) => {
  expect(executesLines(readers, () => passesKeysOn)).toBe(expected);
});
