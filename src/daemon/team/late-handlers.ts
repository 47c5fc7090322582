/** Loads the code behind routes of the team with the first request, so that a daemon without a project never loads it. */
import type { Exchange } from '../http/exchange.js';
import type { TeamAccess } from './team-access.js';

type Handler = (team: TeamAccess, exchange: Exchange<never>) => unknown;
type HandlersOf<Module> = { [Name in keyof Module]: Module[Name] extends Handler ? Name : never }[keyof Module];
type ExchangeOf<Handling> = Handling extends (team: TeamAccess, exchange: infer Taken) => unknown ? Taken : never;

/** Returns a function that names a handler in a module that is not loaded yet. */
export function lateHandlers<Module>(team: TeamAccess, load: () => Promise<Module>, wrap: Wrapper = justRun) {
  return <Name extends HandlersOf<Module>>(name: Name) =>
    async (exchange: ExchangeOf<Module[Name]>): Promise<unknown> => {
      const handler = (await load())[name] as Handler;
      return wrap(exchange as Exchange<never>, () => handler(team, exchange as Exchange<never>));
    };
}

/** Runs a handler, for example to translate its errors. */
type Wrapper = (exchange: Exchange<never>, work: () => unknown) => unknown;

const justRun: Wrapper = (_exchange, work) => work();
