// Answers messages of A2A clients as the ids that the clients gave them ask for, with nothing but `synapse reply`. With
// the argument `ask`, it asks back whatever it is sent.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

const mode = process.argv[2];
const synapse = (...args) => execFileSync('synapse', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

const OUTPUT = 'output.txt';

/** What to reply to a message whose id begins like this. The first that fits counts. */
const REPLIES = [
  ['tck-artifact-file-url', [['--artifact-url', 'https://example.com/output.txt']]],
  ['tck-artifact-file', [['--artifact', OUTPUT]]],
  ['tck-artifact-text', [['Generated text content']]],
  ['tck-artifact-data', [['--data', '{"key":"value","count":42}']]],
  ['tck-message-response', [['--message', 'Direct message response']]],
  ['tck-input-required', [['--ask', 'What else?']]],
  ['tck-reject-task', [['--reject', 'rejected']]],
  ['tck-fail-task', [['--fail', 'broken']]],
  ['tck-stream-artifact-chunked', [['--partial', 'chunk-1 '], ['chunk-2']]],
  ['tck-hold', []],
  ['', [['Hello from the terminal']]],
];

// The interrupt key of a canceled task ends no more than the command that runs.
process.on('SIGINT', () => {});
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const id = /^\[A2A:([0-9a-f]{8}):/.exec(line)?.[1];
  if (id === undefined) continue;
  try {
    await answer(id);
  } catch (error) {
    process.stdout.write(`${error.message}\n`);
  }
}

async function answer(id) {
  const asked = JSON.parse(synapse('show', id, '--json')).task.client_message_id ?? '';
  if (asked.startsWith('test-resubscribe-message-id')) await setTimeout(4_000);
  const [, replies] =
    mode === 'ask' ? ['', [['--ask', 'What else?']]] : REPLIES.find(([prefix]) => asked.startsWith(prefix));
  const dir = mkdtempSync(join(tmpdir(), 'synapse-a2a-'));
  writeFileSync(join(dir, 'output.txt'), 'Generated file content\n');
  try {
    for (const reply of replies) {
      synapse('reply', '--to', id, ...reply.map((word) => (word === OUTPUT ? join(dir, OUTPUT) : word)));
    }
  } finally {
    rmSync(dir, { recursive: true });
  }
}
