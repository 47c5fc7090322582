/** What a daemon answers about the team, as a table; the code behind it is loaded with the first request. */
import type { Exchange } from '../http/exchange.js';
import { get, post, type Route } from '../http/route.js';
import { lateHandlers } from './late-handlers.js';
import type { TeamAccess } from './team-access.js';
import { workRoutes } from './work-routes.js';

export function teamRoutes(team: TeamAccess): Route[] {
  const tools = lateHandlers(team, () => import('./tool-requests.js'));
  const teams = lateHandlers(team, () => import('./team-requests.js'));
  const declarations = lateHandlers(team, () => import('./declaration-requests.js'));
  const sessions = lateHandlers(team, () => import('./session-requests.js'));
  const sessionViews = lateHandlers(team, () => import('./session-view-requests.js'));
  const people = peopleHandlers(team);
  return [
    post(
      '/tools/authenticate',
      'open',
      tools((all) => all.authenticate),
    ),
    post(
      '/tools/:name',
      'session',
      tools((all) => all.callOne),
    ),
    get(
      '/tools',
      'session',
      tools((all) => all.listTools),
    ),
    post('/team/changed', 'known', async () => {
      await team.notice();
      return { success: true };
    }),
    post(
      '/team/prune',
      'self',
      teams((all) => all.pruneOld),
    ),
    get(
      '/projects',
      'self',
      teams((all) => all.projects),
    ),
    post(
      '/projects',
      'self',
      teams((all) => all.createProject),
    ),
    get(
      '/projects/:id',
      'self',
      teams((all) => all.showProject),
    ),
    post(
      '/projects/:id/declare',
      'self',
      declarations((all) => all.declareProject),
    ),
    post(
      '/projects/:id/status',
      'self',
      declarations((all) => all.setProjectStatus),
    ),
    get(
      '/agents',
      'self',
      teams((all) => all.agents),
    ),
    post(
      '/agents',
      'self',
      teams((all) => all.addAgent),
    ),
    post(
      '/agents/:id/remove',
      'self',
      teams((all) => all.dropAgent),
    ),
    post(
      '/agents/:id/passkey',
      'self',
      teams((all) => all.makePasskey),
    ),
    post(
      '/agents/:id/pause',
      'self',
      sessions((all) => all.pauseAgent),
    ),
    post(
      '/agents/:id/resume',
      'self',
      sessions((all) => all.resumeAgent),
    ),
    get(
      '/sessions',
      'self',
      sessionViews((all) => all.sessions),
    ),
    get(
      '/sessions/waiting',
      'self',
      sessions((all) => all.waiting),
    ),
    get(
      '/conversations',
      'self',
      teams((all) => all.conversations),
    ),
    get(
      '/conversations/:id',
      'self',
      teams((all) => all.showConversation),
    ),
    get(
      '/projects/:id/agents/:agent/chat/messages',
      'session',
      people((all) => all.readChat),
    ),
    post(
      '/projects/:id/agents/:agent/chat/messages',
      'session',
      people((all) => all.writeChat),
    ),
    post(
      '/projects/:id/agents/:agent/chat/start',
      'session',
      people((all) => all.startChat),
    ),
    post(
      '/projects/:id/agents/:agent/chat/end',
      'session',
      people((all) => all.endChat),
    ),
    get(
      '/chat/unread',
      'self',
      people((all) => all.unreadChat),
    ),
    post(
      '/chat/read',
      'self',
      people((all) => all.markChatRead),
    ),
    ...workRoutes(team),
  ];
}

type People = typeof import('./people-requests.js');

/** What people read is in their own language, errors too. */
function peopleHandlers(team: TeamAccess) {
  return <Params>(pick: (module: People) => (team: TeamAccess, exchange: Exchange<Params>) => unknown) =>
    async (exchange: Exchange<Params>): Promise<unknown> => {
      const all = await import('./people-requests.js');
      return all.spoken(exchange, () => pick(all)(team, exchange));
    };
}
