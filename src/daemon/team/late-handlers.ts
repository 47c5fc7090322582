/** Loads the code behind routes of the team with the first request, so that a daemon without a project never loads it. */
import type { Exchange } from '../http/exchange.js';
import type { TeamAccess } from './team-access.js';

type Handler<Params> = (team: TeamAccess, exchange: Exchange<Params>) => unknown;

/** Gives a function that picks a handler out of a module which is not loaded yet. */
export function lateHandlers<Module>(team: TeamAccess, load: () => Promise<Module>) {
  return <Params>(pick: (module: Module) => Handler<Params>) =>
    async (exchange: Exchange<Params>): Promise<unknown> =>
      pick(await load())(team, exchange);
}
