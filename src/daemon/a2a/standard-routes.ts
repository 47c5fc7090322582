/** The routes of the A2A standard. */
import { get, post, type Route, remove } from '../http/route.js';
import type { StandardRequests } from './standard-requests.js';

export function standardRoutes(standard: StandardRequests): Route[] {
  const rest: Route['handle'] = (exchange) => standard.rest(exchange);
  return [
    get('/.well-known/agent-card.json', 'open', (exchange) => standard.card(exchange, '1.0')),
    get('/.well-known/agent.json', 'open', (exchange) => standard.card(exchange, '0.3')),
    get('/a2a/v0.3/.well-known/agent-card.json', 'open', (exchange) => standard.card(exchange, '0.3')),
    get('/a2a/v0.3/.well-known/agent.json', 'open', (exchange) => standard.card(exchange, '0.3')),
    post('/a2a', 'known', (exchange) => standard.rpc(exchange)),
    post('/a2a/', 'known', (exchange) => standard.rpc(exchange)),
    get('/a2a/rest/:operation', 'known', rest),
    post('/a2a/rest/:operation', 'known', rest),
    get('/a2a/rest/tasks/:task', 'known', rest),
    post('/a2a/rest/tasks/:task', 'known', rest),
    get('/a2a/rest/tasks/:task/pushNotificationConfigs', 'known', rest),
    post('/a2a/rest/tasks/:task/pushNotificationConfigs', 'known', rest),
    get('/a2a/rest/tasks/:task/pushNotificationConfigs/:config', 'known', rest),
    remove('/a2a/rest/tasks/:task/pushNotificationConfigs/:config', 'known', rest),
  ];
}
