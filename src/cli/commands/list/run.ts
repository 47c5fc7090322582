/** `synapse list`: shows who is there and what they are doing, once or live. */
import { registryHere } from '../../client/find-agent.js';
import { teamSessions } from '../../client/team-view.js';
import { teamSessionsInStore } from '../../client/team-view-in-store.js';
import type { OptionValues } from '../../spec/option.js';
import { printAgentsAsJson } from './json.js';
import type { listOptions } from './spec.js';
import { printTable } from './table.js';
import { watchAgents } from './watch.js';

export async function runList(_args: readonly string[], options: OptionValues<typeof listOptions>): Promise<number> {
  const registry = await registryHere();
  if (options.watch) return watchAgents(registry, options.json ?? false);
  const team = (await teamSessions(registry)) ?? (await teamSessionsInStore(registry));
  if (options.json) return printAgentsAsJson(team);
  await printTable(registry, team);
  return 0;
}
