/** Claude Code: CLAUDE.md, .mcp.json (or .claude.json of the user) and settings.json. */
import { join } from 'node:path';
import { ALLOWED_COMMANDS } from './allowed-commands.js';
import { instructionBlock } from './instructions.js';
import { type AgentSetup, existingOf, items, type Places, property } from './setup.js';

const SERVER = property(['mcpServers'], 'synapse', { type: 'stdio', command: 'synapse', args: ['mcp'] });

const ALLOWED = items(
  ['permissions', 'allow'],
  ['mcp__synapse', ...ALLOWED_COMMANDS.map((word) => `Bash(synapse ${word}:*)`)],
);

export const claude: AgentSetup = {
  name: 'claude',
  parts: (places) => (places.scope === 'project' ? inProject(places) : ofUser(places)),
};

function inProject({ root }: Places) {
  return [
    { file: existingOf(root, ['CLAUDE.md', '.claude/CLAUDE.md'], 'CLAUDE.md'), steps: [instructionBlock] },
    { file: join(root, '.mcp.json'), steps: [SERVER] },
    // Without the second part it asks whether the servers of the project may be used.
    {
      file: join(root, '.claude/settings.json'),
      steps: [...ALLOWED, ...items(['enabledMcpjsonServers'], ['synapse'])],
    },
  ];
}

function ofUser({ home, env }: Places) {
  const dir = env.CLAUDE_CONFIG_DIR || join(home, '.claude');
  return [
    { file: join(dir, 'CLAUDE.md'), steps: [instructionBlock] },
    { file: join(env.CLAUDE_CONFIG_DIR || home, '.claude.json'), steps: [SERVER] },
    { file: join(dir, 'settings.json'), steps: ALLOWED },
  ];
}
