/** The real Codex in its default sandbox answers through MCP, without a dialog. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../rig/home/binary.js';
import { cacheFolder, PINS } from './rig/install.js';
import { Team } from './rig/team.js';

const LIMIT_MS = 5 * 60_000;
const { package: packageName, program } = PINS.codex;
const pathOf = (folder: string) => join(cacheFolder(), folder, 'node_modules', packageName, program);
const versions = readdirSync(cacheFolder()).filter((name) => name.startsWith('codex-') && existsSync(pathOf(name)));

/** As in docs/mcp.md. */
const SETTINGS = [
  `mcp_servers.synapse.command="${process.execPath}"`,
  `mcp_servers.synapse.args=["${ROOT}/bin/synapse", "mcp"]`,
  'mcp_servers.synapse.env_vars=["SYNAPSE_HOME", "SYNAPSE_AGENT_ID", "SYNAPSE_INSTANCE", "SYNAPSE_SESSION_TOKEN", "SYNAPSE_SPOOL"]',
  'mcp_servers.synapse.default_tools_approval_mode="approve"',
];

/** The way of a message into Codex does not matter here. */
const CHANNELS = { SYNAPSE_CHANNELS: 'paste' };

test.for(versions)('%s answers with synapse_reply', { timeout: LIMIT_MS }, async (version) => {
  const team = new Team();
  try {
    const words = [process.execPath, pathOf(version)];
    const codex = await team.start('codex', {
      tools: 'sandbox',
      program: words,
      env: CHANNELS,
      args: ['--no-daemon', ...SETTINGS.flatMap((each) => ['-c', each])],
    });
    codex.model.script((prompt) => {
      const [, to = ''] = /^\[A2A:([0-9a-f]{8}):tester\]/.exec(prompt) ?? [];
      return { shell: `mcp synapse_reply ${JSON.stringify({ to, message: 'by MCP' })}`, afterwards: 'Done.' };
    });
    expect(await codex.send('please answer', '--response')).toMatchObject({ code: 0, stdout: 'by MCP\n' });
  } finally {
    await team.close();
  }
});
