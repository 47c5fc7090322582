/** The help, options and examples of `synapse mcp`. */
import type { CommandSpec } from '../../spec/command.js';
import { noOptions } from '../../spec/shared-options.js';

export const mcp: CommandSpec = {
  path: 'mcp',
  group: 'setup',
  summary: 'Serve the tools to an MCP client over stdin and stdout',
  details: [
    'MCP clients, such as coding agents, start and stop this command; you do not run it yourself. It serves the tools for messages, and with a session the tools of the team. It also works in a sandbox that forbids sockets. Clients can connect to http://localhost:<port>/mcp of any agent instead.',
    'In the terminal of an agent, acts as that agent. Elsewhere, acts as the holder of the access token in SYNAPSE_TOKEN or of the session in SYNAPSE_SESSION_TOKEN; without either, it acts as you.',
    '`synapse init` sets up coding agents; docs/mcp.md shows how to do it by hand. Codex passes on only the variables that its settings name.',
  ],
  arguments: [],
  options: noOptions,
  examples: [{ command: 'claude mcp add synapse -- synapse mcp', meaning: 'Set up Claude Code' }],
  load: async () => (await import('./run.js')).runMcp,
};
