/** `synapse list`: shows who is there and what they are doing, once or live. */
import { here } from '../../client/find-agent.js';
import { teamSessions } from '../../client/team-view.js';
import { teamSessionsInStore } from '../../client/team-view-in-store.js';
import type { OptionValues } from '../../spec/option.js';
import { printAgentsAsJson } from './json.js';
import type { listOptions } from './spec.js';
import { printTable } from './table.js';
import { watchAgents } from './watch.js';

export async function runList(_args: readonly string[], options: OptionValues<typeof listOptions>): Promise<number> {
  const place = here();
  if (options.watch) return watchAgents(place, options.json ?? false);
  const team = (await teamSessions(place)) ?? (await teamSessionsInStore(place));
  if (options.json) return printAgentsAsJson(team);
  await printTable(place, team);
  return 0;
}
