/** Gemini CLI: GEMINI.md, settings.json and, for the user, a policy. */
import { join } from 'node:path';
import { ALLOWED_COMMANDS } from './allowed-commands.js';
import { instructionBlock } from './instructions.js';
import { type AgentSetup, type FilePart, property } from './setup.js';

const SERVER = property(['mcpServers'], 'synapse', { command: 'synapse', args: ['mcp'], trust: true });

const prefixes = ALLOWED_COMMANDS.map((word) => `  "synapse ${word}",\n`).join('');
const POLICY = `[[rule]]
toolName = "run_shell_command"
commandPrefix = [
${prefixes}]
decision = "allow"
priority = 100
`;

export const gemini: AgentSetup = {
  name: 'gemini',
  parts: ({ scope, root, home, env }) => {
    const dir = join(scope === 'project' ? root : env.GEMINI_CLI_HOME || home, '.gemini');
    return [
      { file: join(scope === 'project' ? root : dir, 'GEMINI.md'), steps: [instructionBlock] },
      { file: join(dir, 'settings.json'), steps: [SERVER] },
      ...(scope === 'project' ? [] : policy(dir)),
    ];
  },
};

/**
 * Gemini CLI ignores the policies of a project, and `tools.allowed` in its settings forbids all other commands. So in a
 * project it answers through MCP, and its shell asks.
 */
function policy(dir: string): FilePart[] {
  return [{ file: join(dir, 'policies/synapse.toml'), steps: [{ type: 'block', style: 'hash', body: POLICY }] }];
}
