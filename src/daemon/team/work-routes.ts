/** What a daemon answers people about work, as a table; the code behind it is loaded with the first request. */
import { get, post, type Route } from '../http/route.js';
import { lateHandlers } from './late-handlers.js';
import type { TeamAccess } from './team-access.js';

export function workRoutes(team: TeamAccess): Route[] {
  const work = lateHandlers(team, () => import('./work-requests.js'));
  const executions = lateHandlers(team, () => import('./execution-requests.js'));
  const pruning = lateHandlers(team, () => import('./execution-prune.js'));
  return [
    get(
      '/work',
      'self',
      work((all) => all.listWork),
    ),
    post(
      '/work',
      'self',
      work((all) => all.createWork),
    ),
    get(
      '/work/:id',
      'self',
      work((all) => all.showWork),
    ),
    post(
      '/work/:id/:action',
      'self',
      work((all) => all.changeWork),
    ),
    get(
      '/delegations',
      'self',
      executions((all) => all.delegations),
    ),
    get(
      '/executions',
      'self',
      executions((all) => all.executions),
    ),
    post(
      '/executions/prune',
      'self',
      pruning((all) => all.pruneExecutions),
    ),
    get(
      '/executions/:id/log',
      'self',
      executions((all) => all.executionLog),
    ),
  ];
}
