/** What a daemon answers people about work, as a table; the code behind it is loaded with the first request. */
import type { Exchange, Route } from '../http/server.js';
import type { TeamAccess } from './team-access.js';

type Work = typeof import('./work-requests.js');
type Look = typeof import('./execution-requests.js');
type Handler = (context: TeamAccess, exchange: Exchange) => unknown;

export function workRoutes(context: TeamAccess): Route[] {
  const work = (pick: (module: Work) => Handler) => async (exchange: Exchange) =>
    pick(await import('./work-requests.js'))(context, exchange);
  const look = (pick: (module: Look) => Handler) => async (exchange: Exchange) =>
    pick(await import('./execution-requests.js'))(context, exchange);
  return [
    { method: 'GET', path: /^\/work$/, access: 'self', handle: work((all) => all.listWork) },
    { method: 'POST', path: /^\/work$/, access: 'self', handle: work((all) => all.createWork) },
    { method: 'GET', path: /^\/work\/([^/]+)$/, access: 'self', handle: work((all) => all.showWork) },
    { method: 'POST', path: /^\/work\/([^/]+)\/(\w+)$/, access: 'self', handle: work((all) => all.changeWork) },
    { method: 'GET', path: /^\/delegations$/, access: 'self', handle: look((all) => all.delegations) },
    { method: 'GET', path: /^\/executions$/, access: 'self', handle: look((all) => all.executions) },
    {
      method: 'POST',
      path: /^\/executions\/prune$/,
      access: 'self',
      handle: async (exchange) => (await import('./execution-prune.js')).pruneExecutions(context, exchange),
    },
    { method: 'GET', path: /^\/executions\/([^/]+)\/log$/, access: 'self', handle: look((all) => all.executionLog) },
  ];
}
