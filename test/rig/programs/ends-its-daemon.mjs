// Kills its own daemon, without warning, at the first byte it reads.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { SYNAPSE_HOME, SYNAPSE_AGENT_ID } = process.env;
process.stdin.once('data', () => {
  const { pid } = JSON.parse(readFileSync(join(SYNAPSE_HOME, 'live', `${SYNAPSE_AGENT_ID}.json`), 'utf8'));
  process.kill(pid, 'SIGKILL');
});
