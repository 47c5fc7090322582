/** `synapse start`: starts a program as an agent, in the background, or a stopped agent again. */

import type { Started } from '../../../launch/daemon-spec.js';
import { startAgain } from '../../../launch/start-again.js';
import { startAgent } from '../../../launch/start-agent.js';
import type { RemoteAgent } from '../../../registry/hosts/hosts.js';
import { localRegistry } from '../../client/find-agent.js';
import { askHost } from '../../client/hosts/ask-host.js';
import { onInterrupt } from '../../entry/interrupt.js';
import { printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { isProfile } from '../../spec/profile-words.js';
import { readLaunch } from './launch.js';
import type { startOptions } from './spec.js';
import { stoppedAgent } from './stopped-agent.js';

export async function runStart(args: readonly string[], options: OptionValues<typeof startOptions>): Promise<number> {
  const registry = localRegistry();
  const [word = ''] = args;
  const again = isProfile(word) ? null : await stoppedAgent(registry, args, options);
  if (typeof again === 'string') {
    onInterrupt(`Interrupted. ${again} may be running anyway; check with: synapse list`);
    printStarted(await startAgain(registry, again), options.json);
    return 0;
  }
  if (again !== null) {
    const { id } = await askHost(registry.home, again, { method: 'POST', path: '/start' });
    printStartedThere(id, again, options.json);
    return 0;
  }
  const launch = await readLaunch(args, options);
  onInterrupt(`Interrupted. ${launch.id ?? 'The agent'} may be running anyway; check with: synapse list`);
  printStarted(await startAgent(launch, registry), options.json);
  return 0;
}

function printStartedThere(started: string, { id, remote }: RemoteAgent, json: boolean | undefined): void {
  const address = `${started}@${remote.host}`;
  if (json) printJson({ id: address });
  else {
    printLine(address);
    printNote(`Started. Send it a message: synapse send ${id} "…"`);
  }
}

export function printStarted({ session: _session, ...started }: Started, json: boolean | undefined): void {
  if (json) printJson(started);
  else {
    printLine(started.id);
    printNote(`Started on port ${started.port}. Send it a message: synapse send ${started.id} "…"`);
  }
}
