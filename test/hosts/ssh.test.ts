import { expect, test } from 'vitest';
import { pauseAfter } from '../../src/hosts/dialer.js';
import { meaningOf, sshArguments } from '../../src/hosts/ssh.js';
import { retell } from '../../src/i18n/retell.js';

test('ssh is asked for a bridge, without questions and without forwarding', () => {
  const words = sshArguments({ target: 'mia@gpu', command: null }, {});
  expect(words.slice(0, 2)).toEqual(['ssh', '-T']);
  expect(words).toContain('BatchMode=yes');
  expect(words).toContain('ClearAllForwardings=yes');
  expect(words.slice(-3)).toEqual(['--', 'mia@gpu', 'synapse bridge']);
});

test('another ssh and another synapse can be named, and the shell over there sees one word', () => {
  const words = sshArguments({ target: 'gpu', command: "/opt/my tools/it's" }, { SYNAPSE_SSH: 'ssh -F other' });
  expect(words.slice(0, 3)).toEqual(['ssh', '-F', 'other']);
  expect(words.at(-1)).toBe("'/opt/my tools/it'\\''s' bridge");
  expect(sshArguments({ target: 'gpu', command: '~/bin/synapse' }, {}).at(-1)).toBe('~/bin/synapse bridge');
});

const WARNED = "Warning: Permanently added 'gpu' (ED25519) to the list of known hosts.\n";

/** What ssh 9.2, ssh of macOS, and shells really say. */
const MESSAGES: readonly (readonly [stderr: string, code: number | null, said: RegExp])[] = [
  [
    '@@@@@@@@@@\n@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\n@@@@@@@@@@\nHost key verification failed.',
    255,
    /has changed/,
  ],
  [
    'No ED25519 host key is known for gpu and you have requested strict checking.\nHost key verification failed.',
    255,
    /not known yet/,
  ],
  ['mia@gpu: Permission denied (publickey).', 255, /no key that it accepts/],
  [`${WARNED}mia@gpu: Permission denied (publickey,password,keyboard-interactive).`, 255, /no key that it accepts/],
  ['Received disconnect from 10.0.7.4 port 22:2: Too many authentication failures', 255, /too many keys/],
  [
    "@ WARNING: UNPROTECTED PRIVATE KEY FILE! @\nPermissions 0644 for 'id' are too open.\nmia@gpu: Permission denied (publickey).",
    255,
    /others can read/,
  ],
  ['Bad owner or permissions on /srv/mia/.ssh/config', 255, /others can read/],
  [
    '/srv/mia/.ssh/config: line 3: Bad configuration option: hostnam\n/srv/mia/.ssh/config: terminating, 1 bad configuration options',
    255,
    /settings are wrong/,
  ],
  ["Can't open user config file /srv/mia/agents: No such file or directory", 255, /settings are wrong/],
  ['Unable to negotiate with 10.0.7.4 port 22: no matching host key type found. Their offer: ssh-rsa', 255, /too old/],
  ['ssh: Could not resolve hostname gpu: Name or service not known', 255, /name cannot be found/],
  ['ssh: Could not resolve hostname gpu: Temporary failure in name resolution', 255, /name cannot be found/],
  ['ssh: Could not resolve hostname gpu: nodename nor servname provided, or not known', 255, /name cannot be found/],
  ['ssh: connect to host gpu port 22: Connection refused', 255, /nothing answers ssh/],
  ['ssh: connect to host gpu port 22: No route to host', 255, /over the network/],
  ['ssh: connect to host gpu port 22: Host is down', 255, /over the network/],
  ['ssh: connect to host gpu port 22: Network is unreachable', 255, /over the network/],
  ['ssh: connect to host gpu port 22: Connection timed out', 255, /over the network/],
  ['Connection timed out during banner exchange\nConnection to 10.0.7.4 port 22 timed out', 255, /over the network/],
  ['Timeout, server gpu not responding.', 255, /over the network/],
  [
    'kex_exchange_identification: Connection closed by remote host\nConnection closed by 10.0.7.4 port 22',
    255,
    /over the network/,
  ],
  ['client_loop: send disconnect: Broken pipe', 255, /over the network/],
  [
    'channel 0: open failed: connect failed: Connection refused\nstdio forwarding failed\nConnection closed by UNKNOWN port 65535',
    255,
    /nothing answers ssh/,
  ],
  [
    'channel 0: open failed: administratively prohibited: open failed\nstdio forwarding failed\nConnection closed by UNKNOWN port 65535',
    255,
    /in between/,
  ],
  ['bash: line 1: synapse: command not found', 127, /not on its PATH/],
  ['sh: 1: synapse: not found', 127, /not on its PATH/],
  ['zsh:1: command not found: synapse', 127, /not on its PATH/],
  ['fish: Unknown command: synapse', 127, /not on its PATH/],
  ['bash: line 1: /nowhere/synapse: No such file or directory', 127, /not on its PATH/],
  ['bash: line 1: /nowhere/synapse: No such file or directory', null, /not on its PATH/],
  ['', 127, /not on its PATH/],
  ['/usr/bin/env: ‘node’: No such file or directory', 127, /node is not on its PATH/],
  ['bash: line 1: /opt/synapse: Permission denied', 126, /may not be run/],
  ['This account is currently not available.', 1, /may not run commands/],
];

test.each(MESSAGES)('%s is said in our words, and in Japanese', (stderr, code, said) => {
  const meaning = meaningOf(stderr, code) ?? '';
  expect(meaning).toMatch(said);
  expect(retell('ja', meaning)).toMatch(/[\u3040-\u30ff]/);
  expect(retell('ja', `gpu: ${meaning}`)).toBe(`gpu: ${retell('ja', meaning)}`);
});

test('what nobody knows is shown as it is', () => {
  expect(meaningOf(`${WARNED}something new`, 1)).toBe('something new');
});

test('a warning alone is no reason', () => {
  expect(meaningOf("Warning: Permanently added 'gpu' to the list of known hosts.\n", 0)).toBeNull();
});

test('pauses grow from a quarter of a second to half a minute, give or take a fifth', () => {
  const pauses: number[] = [];
  while (pauses.length < 10) pauses.push(pauseAfter(pauses.at(-1) ?? 0, 0, 0.5));
  expect(pauses.slice(0, 4)).toEqual([250, 500, 1000, 2000]);
  expect(pauses.at(-1)).toBe(30_000);
  expect([pauseAfter(30_000, 0, 0), pauseAfter(30_000, 0, 1)]).toEqual([24_000, 36_000]);
});

test('a pause is short again after a link that held for longer than the pause before it', () => {
  expect(pauseAfter(8_000, 8_001, 0.5)).toBe(250);
  expect(pauseAfter(8_000, 7_999, 0.5)).toBe(16_000);
});
