/** `synapse demo --stay`: starts Ada and Rex in the current home, to play with. */
import { join } from 'node:path';
import { SynapseError } from '../../../errors.js';
import { languageOf } from '../../../i18n/language.js';
import { startAgent } from '../../../launch/start-agent.js';
import { agentPaths } from '../../../paths.js';
import { isRunning } from '../../../registry/entry.js';
import type { Registry } from '../../../registry/registry.js';
import { readIfThere } from '../../../registry/whole-files.js';
import { registryHere } from '../../client/find-agent.js';
import { printLine, printNote } from '../../print/stdio.js';
import { readLaunch } from '../start/launch.js';

export async function startDemoAgents(root: string, agents: readonly string[]): Promise<number> {
  const registry = await registryHere();
  for (const id of agents) {
    if (!registry.get(id) || isOfDemo(registry, id)) continue;
    const reason = `The id ${id} belongs to an agent of yours.`;
    throw new SynapseError('invalid_request', { reason }, { hint: 'SYNAPSE_HOME="$(mktemp -d)" synapse demo --stay' });
  }
  for (const id of agents) {
    const known = registry.get(id);
    if (!known || !isRunning(known)) {
      const env = [`SYNAPSE_LANG=${languageOf(process.env)}`];
      await startAgent(await readLaunch(['shell', scriptOf(root, id)], { id, env }), registry);
    }
    printLine(id);
  }
  printNote('Ask them something: synapse ask ada "Is the release ready?"');
  printNote(`To stop them: synapse stop ${agents.join(' ')}`);
  return 0;
}

function scriptOf(root: string, id: string): string {
  return join(root, 'demo', `${id}.sh`);
}

/** Whether the agent was started by this command, of this or another installation. */
function isOfDemo({ home }: Registry, id: string): boolean {
  const { command = [] } = JSON.parse(readIfThere(agentPaths(home, id).definition) ?? '{}') as { command?: string[] };
  return command.at(-1)?.endsWith(join('demo', `${id}.sh`)) === true;
}
