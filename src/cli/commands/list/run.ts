/** `synapse list`: shows who is there and what they are doing, once or live. */
import type { KnownAgent } from '../../../registry/entry.js';
import type { Registry } from '../../../registry/registry.js';
import { registryHere } from '../../client/find-agent.js';
import { findOwnAgent, humanId } from '../../client/sender.js';
import { declaredNames, teamSessions } from '../../client/team-view.js';
import { teamSessionsInStore } from '../../client/team-view-in-store.js';
import type { OptionValues } from '../../spec/option.js';
import { printAgentsAsJson, withoutStopped } from './json.js';
import type { listOptions } from './spec.js';
import { printTable } from './table.js';
import { watchAgents } from './watch.js';

export async function runList(_args: readonly string[], options: OptionValues<typeof listOptions>): Promise<number> {
  const registry = await registryHere();
  const select = await selection(registry, options.all ?? false);
  const { wide = false } = options;
  if (options.watch)
    return watchAgents({ registry, select, wide, json: options.json ?? false, you: await own(registry) });
  const team = (await teamSessions(registry)) ?? (await teamSessionsInStore(registry));
  if (options.json) return printAgentsAsJson(team, select);
  await printTable({ registry, team, select, wide, you: await own(registry) });
  return 0;
}

/** Leaves out stopped agents, and adds the names that agents were declared with. */
async function selection(
  registry: Registry,
  all: boolean,
): Promise<(agents: readonly KnownAgent[]) => readonly KnownAgent[]> {
  const names = await declaredNames(registry);
  return (agents) =>
    (all ? agents : withoutStopped(agents)).map((agent) => ({
      ...agent,
      name: agent.name ?? names.get(agent.id) ?? null,
    }));
}

/** The agent in whose terminal this runs; elsewhere the person. */
async function own(registry: Registry): Promise<string | null> {
  try {
    return (await findOwnAgent(registry))?.id ?? humanId(registry.home);
  } catch {
    // In a sandbox it may not be known. A list without "you" is better than none.
    return null;
  }
}
