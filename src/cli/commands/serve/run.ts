/** `synapse serve`: serves agents to clients elsewhere until it is interrupted, and says which. */
import { errorFromBody, fail } from '../../../errors.js';
import { isAgentId } from '../../../ids.js';
import { synapseHome } from '../../../paths.js';
import { refuseElsewhere } from '../../../registry/hosts/resolve-remote.js';
import { Registry } from '../../../registry/registry.js';
import { matching } from '../../../registry/resolve-target.js';
import { listTokens } from '../../../registry/tokens.js';
import type { Served, ServeWish } from '../../../serve/main.js';
import { endInterruptedLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { serveOptions } from './spec.js';

const DEFAULT_RATE = 300;
const INTERRUPTED = 130;

export async function runServe(args: readonly string[], options: OptionValues<typeof serveOptions>): Promise<number> {
  const { listen, tlsCert, tlsKey, url = null, rate: perMinute = DEFAULT_RATE } = options;
  if (listen === undefined)
    throw fail('invalid_request', { reason: 'Name the address to listen on, such as --listen 127.0.0.1:8443.' });
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw fail('invalid_request', { reason: '--tls-cert and --tls-key go together.' });
  const certificate = tlsCert !== undefined && tlsKey !== undefined ? { cert: tlsCert, key: tlsKey } : null;
  const home = synapseHome();
  const agents = args.length === 0 ? null : idsOf(new Registry(home), args);
  const ended = untilEnded();
  const served = await opened({ home, listen, certificate, url, agents, perMinute, onCertificate });
  tell(served, agents, home);
  const code = await ended;
  await served.close();
  return code;
}

/** The bundle has its own class of errors, so they are made anew. */
async function opened(wish: ServeWish): Promise<Served> {
  const { serve } = await import('../../../serve/main.js');
  const served = await serve(wish);
  if ('refused' in served) throw errorFromBody(served.refused, 'it could not be opened');
  return served;
}

/** A name that nobody has yet is an id: its agent may start later. */
function idsOf(registry: Registry, words: readonly string[]): string[] {
  const known = registry.list();
  return words.map((word) => {
    const exact = matching(word, known).filter(({ id, name }) => id === word || name === word);
    if (exact.length > 1) throw fail('ambiguous_target', { target: word, matches: exact.map(({ id }) => id) });
    if (!exact[0]) refuseElsewhere(registry.home, word);
    if (!exact[0] && !isAgentId(word)) throw fail('agent_not_found', { target: word });
    return exact[0]?.id ?? word;
  });
}

function tell({ url, agents, validTo }: Served, chosen: readonly string[] | null, home: string): void {
  printNote(`Serving at ${url}. Press Ctrl-C to stop.`);
  for (const agent of agents) printNote(agent.isRunning ? `  ${agent.url}` : `  ${agent.url} (not running)`);
  for (const id of chosen ?? []) {
    if (!agents.some((agent) => agent.id === id))
      printNote(`There is no agent ${id} yet; it is served once it starts.`);
  }
  if (chosen === null) printNote('Agents that start later are served too. To serve only some: synapse serve AGENT …');
  if (validTo !== null && validTo < Date.now()) printNote('warning: The certificate has expired.');
  if (listTokens(home).length === 0)
    printNote('There is no access token yet. To create one: synapse token create --name NAME');
}

function onCertificate(error: Error | null): void {
  if (error === null) printNote('The certificate was read again.');
  else printNote(`The new certificate is not used: ${error.message}`);
}

/** A terminal that is closed ends it, too. */
function untilEnded(): Promise<number> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => {
      endInterruptedLine();
      resolve(INTERRUPTED);
    });
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve(0));
  });
}
