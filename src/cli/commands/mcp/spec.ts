/** The help, options and examples of `synapse mcp`. */
import type { CommandSpec } from '../../spec/command.js';
import { noOptions } from '../../spec/shared-options.js';

export const mcp: CommandSpec = {
  path: 'mcp',
  group: 'setup',
  summary: 'Serve the tools to an MCP client over stdin and stdout',
  details: [
    'You do not run this yourself: an MCP client, such as a coding agent, starts it and ends it. It serves the tools for messages, and the tools of the team if there is a session. It also works in a sandbox that forbids sockets. Clients can use http://localhost:<port>/mcp of any agent instead.',
    'In the terminal of an agent it acts as that agent. Elsewhere it acts for the access token in SYNAPSE_TOKEN or for the session in SYNAPSE_SESSION_TOKEN, and without either for you.',
    '`synapse init` sets up coding agents; docs/mcp.md shows how to do it by hand. Codex passes on only the variables that its settings name.',
  ],
  arguments: [],
  options: noOptions,
  examples: [{ command: 'claude mcp add synapse -- synapse mcp', meaning: 'Set up Claude Code' }],
  load: async () => (await import('./run.js')).runMcp,
};
