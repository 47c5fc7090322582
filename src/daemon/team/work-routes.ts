/** The table of routes about work. Their code is loaded with the first request. */
import { get, post, type Route } from '../http/route.js';
import { lateHandlers } from './late-handlers.js';
import type { TeamAccess } from './team-access.js';

export function workRoutes(team: TeamAccess): Route[] {
  const work = lateHandlers(team, () => import('./work-requests.js'));
  const executions = lateHandlers(team, () => import('./execution-requests.js'));
  return [
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
