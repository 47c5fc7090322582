/** The table of all routes. Those about the team are in `team/team-routes.ts`. */
import type { StandardRequests } from '../a2a/standard-requests.js';
import { standardRoutes } from '../a2a/standard-routes.js';
import type { ActivityRequests } from '../activity/activity-requests.js';
import {
  addHost,
  attachHost,
  bridge,
  callHost,
  checkHost,
  listHostsHere,
  removeHostHere,
} from '../hosts/host-requests.js';
import type { Hosts } from '../hosts/hosts.js';
import type { Cancel } from '../mail/cancel.js';
import type { Inbox } from '../mail/incoming/inbox.js';
import { openTargets } from '../mail/incoming/open-requests.js';
import type { PeerConnections } from '../mail/outgoing/peer-connections.js';
import type { McpRequests } from '../mcp/mcp-requests.js';
import { listLive, statusOfOther } from '../spool/live-requests.js';
import type { TeamAccess } from '../team/team-access.js';
import { teamRoutes } from '../team/team-routes.js';
import type { Terminals } from '../terminals/terminals.js';
import type { Typists } from '../typing/typists.js';
import type { Control } from './control-requests.js';
import { history, markRead, readInbox } from './mail-requests.js';
import { get, post, type Route, remove } from './route.js';
import { handleAcknowledge, handleReply, handleSend, handleWait, type Senders } from './send-requests.js';

import {
  allEvents,
  cancel,
  createTask,
  listTasks,
  ownTask,
  readTask,
  receive,
  receiveReceipts,
  taskEvents,
} from './task-requests.js';

export interface Services extends Senders {
  readonly inbox: Inbox;
  readonly cancel: Cancel;
  readonly control: Control;
  readonly peers: PeerConnections;
  readonly standard: StandardRequests;
  readonly team: TeamAccess;
  readonly terminals: Terminals;
  readonly typists: Typists;
  readonly mcp: McpRequests;
  readonly activity: ActivityRequests;
  readonly hosts: Hosts;
}

export function makeRoutes(services: Services): Route[] {
  const { context, control, mcp, hosts } = services;
  return [
    post('/tasks/send', 'known', (exchange) => receive(services, exchange)),
    post('/tasks/receipts', 'known', (exchange) => receiveReceipts(services, exchange)),
    post('/tasks/create', 'self', (exchange) => createTask(services, exchange)),
    get('/tasks', 'known', (exchange) => listTasks(context, exchange)),
    get('/tasks/:id', 'known', (exchange) => readTask(services, exchange)),
    post('/tasks/:id/cancel', 'known', (exchange) => cancel(services, exchange)),
    get('/tasks/:id/events', 'known', (exchange) => taskEvents(context, exchange)),
    get('/tasks/:id/answer', 'self', (exchange) => handleWait(services, exchange, ownTask(context, exchange))),
    post('/tasks/:id/ack', 'self', (exchange) => handleAcknowledge(services, exchange, ownTask(context, exchange))),
    get('/events', 'known', (exchange) => allEvents(services, exchange)),
    post('/send', 'self', (exchange) => handleSend(services, exchange)),
    post('/reply', 'self', (exchange) => handleReply(services, exchange)),
    get('/targets', 'self', () => ({ targets: openTargets(context, context.store.openRequests()) })),
    get('/inbox', 'self', (exchange) => readInbox(services, exchange)),
    post('/inbox/read', 'self', (exchange) => markRead(services, exchange)),
    get('/history', 'self', (exchange) => history(context, exchange)),
    get('/activity', 'self', (exchange) => services.activity.stream(exchange)),
    post('/needs/dismiss', 'self', (exchange) => services.activity.dismiss(exchange)),
    get('/status', 'known', (exchange) => control.status(exchange)),
    get('/live', 'self', () => listLive(context)),
    get('/live/:id/status', 'self', (exchange) => statusOfOther(context, exchange)),
    get('/screen', 'self', (exchange) => control.screen(exchange)),
    get('/output', 'self', (exchange) => control.output(exchange)),
    get('/attach', 'self', (exchange) => control.attach(exchange)),
    post('/terminals', 'self', (exchange) => control.openTerminal(exchange)),
    post('/control/:action', 'self', (exchange) => control.run(exchange)),
    ...teamRoutes(services.team),
    get('/hosts', 'self', () => listHostsHere(hosts)),
    post('/hosts', 'self', (exchange) => addHost(hosts, exchange)),
    post('/hosts/call', 'known', (exchange) => callHost(hosts, exchange)),
    get('/hosts/attach', 'self', (exchange) => attachHost(hosts, exchange)),
    post('/hosts/:name/check', 'self', (exchange) => checkHost(hosts, exchange)),
    remove('/hosts/:name', 'self', (exchange) => removeHostHere(hosts, exchange)),
    get('/bridge', 'self', (exchange) => bridge(hosts, exchange)),
    post('/mcp', 'session', (exchange) => mcp.handle(exchange)),
    get('/mcp', 'session', (exchange) => mcp.handle(exchange)),
    remove('/mcp', 'session', (exchange) => mcp.handle(exchange)),
    get('/openapi.json', 'known', async () => (await import('../openapi/document.js')).openApiDocument()),
    get('/healthz', 'open', () => ({ status: 'ok', agent: context.self.id })),
    ...standardRoutes(services.standard),
  ];
}
