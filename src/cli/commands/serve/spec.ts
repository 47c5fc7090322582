/** The help, options and examples of `synapse serve`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';

export const serveOptions = defineOptions(
  {
    flag: '--listen <address:port>',
    key: 'listen',
    type: 'string',
    description: 'The address to listen on, such as 0.0.0.0:8443 or 127.0.0.1:8443',
  },
  { flag: '--tls-cert <path>', key: 'tlsCert', type: 'string', description: 'The certificate with its chain, as PEM' },
  {
    flag: '--tls-key <path>',
    key: 'tlsKey',
    type: 'string',
    description: 'The private key of the certificate, as PEM',
  },
  {
    flag: '--url <url>',
    key: 'url',
    type: 'string',
    description: 'The URL that clients use, if it differs from the address to listen on',
  },
  {
    flag: '--rate <count>',
    key: 'rate',
    type: 'integer',
    min: 1,
    max: 100_000,
    description: 'How many requests per minute one token may make (default 300)',
  },
);

export const serve: CommandSpec = {
  path: 'serve',
  group: 'messages',
  summary: 'Serve agents to A2A and MCP clients elsewhere',
  details: [
    'Lets outside clients reach the agents that you name, over the A2A protocol at URL/agents/ID/ and over MCP at URL/mcp. Without names, serves all agents of this home, including those that start later, but no people. Runs until you press Ctrl-C.',
    'Every request needs an access token: synapse token create --name partner --agent rex. A token for one agent gives access to that agent only. Clients cannot reach terminals, the inbox, teams or the cockpit. Only the agent cards, which describe the agents, are public.',
    'TLS is required for addresses other than loopback. Without a certificate, the command listens on loopback only, behind a proxy that has one; use --url to give the URL of the proxy. The certificate is reloaded when its file changes.',
  ],
  arguments: [{ usage: '[agent...]', description: 'The ids of the agents to serve', completes: 'agent' }],
  options: serveOptions,
  examples: [
    {
      command:
        'synapse serve rex --listen 0.0.0.0:8443 --tls-cert cert.pem --tls-key key.pem --url https://agents.example.com:8443',
      meaning: 'Serve one agent to other machines',
    },
    {
      command: 'synapse serve --listen 127.0.0.1:8443 --url https://agents.example.com',
      meaning: 'Serve all agents behind a proxy that has the certificate',
    },
  ],
  exits: { 0: 'Ended by SIGTERM or SIGHUP.' },
  load: async () => (await import('./run.js')).runServe,
};
