/** The help, options and examples of `synapse serve`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';

export const serveOptions = defineOptions(
  {
    flag: '--listen <address:port>',
    key: 'listen',
    type: 'string',
    description: 'Where to listen, such as 0.0.0.0:8443 or 127.0.0.1:8443',
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
    description: 'Where clients reach this, if that is not the address where it listens',
  },
  {
    flag: '--rate <count>',
    key: 'rate',
    type: 'integer',
    min: 1,
    max: 100_000,
    description: 'How many requests the holder of one token may make in a minute (default 300)',
  },
);

export const serve: CommandSpec = {
  path: 'serve',
  group: 'messages',
  summary: 'Give agents to A2A and MCP clients elsewhere',
  details: [
    'Lets outside clients reach the agents that you name, with the A2A protocol at URL/agents/ID/ and with MCP at URL/mcp. Without names it serves every agent of this home, also those that start later, but no people. It runs until you press Ctrl-C.',
    'Every request needs an access token: synapse token create --name partner --agent rex. A token for one agent reaches that agent only. Nothing else can be reached: no terminals, no inbox, no team, no page. Only the agent cards, which say what an agent is, are open to everyone.',
    'Beyond this machine there is no way without TLS. Without a certificate it listens on loopback only, for a proxy that has one; then --url says what clients call it. The certificate is read again when its file changes.',
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
