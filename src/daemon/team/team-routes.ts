/** What a daemon answers about the team, as a table; the code behind it is loaded with the first request. */
import type { Exchange, Route } from '../http/server.js';
import type { TeamAccess } from './team-access.js';
import { workRoutes } from './work-routes.js';

type Tools = typeof import('./tool-requests.js');
type Teams = typeof import('./team-requests.js');
type Declarations = typeof import('./declaration-requests.js');
type Sessions = typeof import('./session-requests.js');
type People = typeof import('./people-requests.js');
type Handler = (context: TeamAccess, exchange: Exchange) => unknown;

export function teamRoutes(context: TeamAccess): Route[] {
  const tools = (pick: (module: Tools) => Handler) => async (exchange: Exchange) =>
    pick(await import('./tool-requests.js'))(context, exchange);
  const teams = (pick: (module: Teams) => Handler) => async (exchange: Exchange) =>
    pick(await import('./team-requests.js'))(context, exchange);
  const declarations = (pick: (module: Declarations) => Handler) => async (exchange: Exchange) =>
    pick(await import('./declaration-requests.js'))(context, exchange);
  const people = (pick: (module: People) => Handler) => async (exchange: Exchange) => {
    const all = await import('./people-requests.js');
    return all.spoken(exchange, () => pick(all)(context, exchange));
  };
  const sessions = (pick: (module: Sessions) => Handler) => async (exchange: Exchange) =>
    pick(await import('./session-requests.js'))(context, exchange);
  return [
    { method: 'POST', path: /^\/tools\/(authenticate)$/, access: 'open', handle: tools((all) => all.callOne) },
    { method: 'POST', path: /^\/tools\/([^/]+)$/, access: 'session', handle: tools((all) => all.callOne) },
    { method: 'GET', path: /^\/tools$/, access: 'session', handle: tools((all) => all.listTools) },
    {
      method: 'POST',
      path: /^\/team\/changed$/,
      access: 'known',
      handle: async () => {
        await context.notice();
        return { success: true };
      },
    },
    { method: 'POST', path: /^\/team\/prune$/, access: 'self', handle: teams((all) => all.pruneOld) },
    { method: 'GET', path: /^\/projects$/, access: 'self', handle: teams((all) => all.projects) },
    { method: 'POST', path: /^\/projects$/, access: 'self', handle: teams((all) => all.createProject) },
    { method: 'GET', path: /^\/projects\/([^/]+)$/, access: 'self', handle: teams((all) => all.showProject) },
    {
      method: 'POST',
      path: /^\/projects\/([^/]+)\/declare$/,
      access: 'self',
      handle: declarations((all) => all.declareProject),
    },
    {
      method: 'POST',
      path: /^\/projects\/([^/]+)\/status$/,
      access: 'self',
      handle: declarations((all) => all.setProjectStatus),
    },
    { method: 'GET', path: /^\/agents$/, access: 'self', handle: teams((all) => all.agents) },
    { method: 'POST', path: /^\/agents$/, access: 'self', handle: teams((all) => all.addAgent) },
    { method: 'POST', path: /^\/agents\/([^/]+)\/remove$/, access: 'self', handle: teams((all) => all.dropAgent) },
    { method: 'POST', path: /^\/agents\/([^/]+)\/passkey$/, access: 'self', handle: teams((all) => all.makePasskey) },
    {
      method: 'GET',
      path: /^\/sessions$/,
      access: 'self',
      handle: async (exchange) => (await import('./session-view-requests.js')).sessions(context, exchange),
    },
    { method: 'POST', path: /^\/agents\/([^/]+)\/pause$/, access: 'self', handle: sessions((all) => all.pauseAgent) },
    { method: 'POST', path: /^\/agents\/([^/]+)\/resume$/, access: 'self', handle: sessions((all) => all.resumeAgent) },
    { method: 'GET', path: /^\/sessions\/waiting$/, access: 'self', handle: sessions((all) => all.waiting) },
    { method: 'GET', path: /^\/conversations$/, access: 'self', handle: teams((all) => all.conversations) },
    { method: 'GET', path: /^\/conversations\/([^/]+)$/, access: 'self', handle: teams((all) => all.showConversation) },
    {
      method: 'GET',
      path: /^\/projects\/([^/]+)\/agents\/([^/]+)\/chat\/messages$/,
      access: 'session',
      handle: people((all) => all.readChat),
    },
    {
      method: 'POST',
      path: /^\/projects\/([^/]+)\/agents\/([^/]+)\/chat\/messages$/,
      access: 'session',
      handle: people((all) => all.writeChat),
    },
    {
      method: 'POST',
      path: /^\/projects\/([^/]+)\/agents\/([^/]+)\/chat\/start$/,
      access: 'session',
      handle: people((all) => all.startChat),
    },
    {
      method: 'POST',
      path: /^\/projects\/([^/]+)\/agents\/([^/]+)\/chat\/end$/,
      access: 'session',
      handle: people((all) => all.endChat),
    },
    ...workRoutes(context),
    { method: 'GET', path: /^\/chat\/unread$/, access: 'self', handle: people((all) => all.unreadChat) },
    { method: 'POST', path: /^\/chat\/read$/, access: 'self', handle: people((all) => all.markChatRead) },
  ];
}
