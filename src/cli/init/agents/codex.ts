/** Codex: AGENTS.md, config.toml and rules, in its home or in the `.codex` folder of a project that it trusts. */
import { join } from 'node:path';
import { ALLOWED_COMMANDS } from './allowed-commands.js';
import { instructionBlock } from './instructions.js';
import { type AgentSetup, existingOf } from './setup.js';

/** Codex gives its MCP servers no other variables than those named here. */
const SERVER = `[mcp_servers.synapse]
command = "synapse"
args = ["mcp"]
env_vars = ["SYNAPSE_HOME", "SYNAPSE_AGENT_ID", "SYNAPSE_INSTANCE", "SYNAPSE_SESSION_TOKEN", "SYNAPSE_SPOOL"]
default_tools_approval_mode = "approve"
`;

const words = ALLOWED_COMMANDS.map((word) => `"${word}"`).join(', ');
const RULES = `prefix_rule(
    pattern = ["synapse", [${words}]],
    decision = "allow",
    justification = "These commands of Synapse carry messages and start no programs.",
)
`;

export const codex: AgentSetup = {
  name: 'codex',
  parts: ({ scope, root, home, env }) => {
    const dir = scope === 'project' ? join(root, '.codex') : env.CODEX_HOME || join(home, '.codex');
    return [
      // If there is an override, it is read in place of AGENTS.md.
      {
        file: existingOf(scope === 'project' ? root : dir, ['AGENTS.override.md'], 'AGENTS.md'),
        steps: [instructionBlock],
      },
      {
        file: join(dir, 'config.toml'),
        steps: [{ type: 'block', style: 'hash', body: SERVER, owns: ['mcp_servers', 'synapse'] }],
      },
      { file: join(dir, 'rules/synapse.rules'), steps: [{ type: 'block', style: 'hash', body: RULES }] },
    ];
  },
};
