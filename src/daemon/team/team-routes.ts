/** The table of routes about the team. Their code is loaded with the first request. */
import { get, post, type Route } from '../http/route.js';
import { lateHandlers } from './late-handlers.js';
import type { TeamAccess } from './team-access.js';

export function teamRoutes(team: TeamAccess): Route[] {
  const tools = lateHandlers(team, () => import('./tool-requests.js'));
  const teams = lateHandlers(team, () => import('./team-requests.js'));
  const declarations = lateHandlers(team, () => import('./declaration-requests.js'));
  const sessions = lateHandlers(team, () => import('./session-requests.js'));
  const work = lateHandlers(team, () => import('./work-requests.js'));
  const executions = lateHandlers(team, () => import('./execution-requests.js'));
  // Errors are in the person's language.
  const people = lateHandlers(
    team,
    () => import('./people-requests.js'),
    async (exchange, work) => (await import('./people-requests.js')).withTranslatedErrors(team, exchange, work),
  );
  return [
    post('/tools/authenticate', 'session', tools('authenticate')),
    post('/tools/:name', 'session', tools('callOne')),
    get('/tools', 'session', tools('listTools')),
    // Not for every known caller, because a made-up commit would hide real ones from this daemon.
    post('/team/changed', 'self', async ({ body }) => {
      const { decodeTold } = await import('./siblings.js');
      await team.notice(decodeTold(await body()));
      return { success: true };
    }),
    post('/team/prune', 'self', teams('pruneOld')),
    get('/projects', 'self', teams('projects')),
    post('/projects', 'self', teams('createProject')),
    get('/projects/:id', 'self', teams('showProject')),
    post('/projects/:id/declare', 'self', declarations('declareProject')),
    post('/projects/:id/status', 'self', declarations('setProjectStatus')),
    get('/agents', 'self', teams('agents')),
    post('/agents', 'self', teams('addAgent')),
    post('/agents/:id/remove', 'self', teams('dropAgent')),
    post('/agents/:id/passkey', 'self', teams('makePasskey')),
    post('/agents/:id/pause', 'self', sessions('pauseAgent')),
    post('/agents/:id/resume', 'self', sessions('resumeAgent')),
    post('/agents/:id/stop', 'self', sessions('stopAgent')),
    get('/sessions', 'self', sessions('sessions')),
    get('/sessions/waiting', 'self', sessions('waiting')),
    get('/conversations', 'self', teams('conversations')),
    get('/conversations/:id', 'self', teams('showConversation')),
    get('/projects/:id/agents/:agent/chat/messages', 'session', people('readChat')),
    post('/projects/:id/agents/:agent/chat/messages', 'session', people('writeChat')),
    post('/projects/:id/agents/:agent/chat/start', 'session', people('startChat')),
    post('/projects/:id/agents/:agent/chat/end', 'session', people('endChat')),
    get('/chat/unread', 'self', people('unreadChat')),
    post('/chat/read', 'self', people('markChatRead')),
    get('/work', 'self', work('listWork')),
    post('/work', 'self', work('createWork')),
    get('/work/:id', 'self', work('showWork')),
    post('/work/:id/:action', 'self', work('changeWork')),
    get('/delegations', 'self', executions('delegations')),
    get('/executions', 'self', executions('executions')),
    post('/executions/prune', 'self', executions('pruneEnded')),
    get('/executions/:id/log', 'self', executions('executionLog')),
  ];
}
