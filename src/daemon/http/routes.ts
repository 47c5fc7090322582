/** Everything a daemon answers, as one table. */
import { agentCard } from '../../a2a/card.js';
import type { Cancel } from '../mail/cancel.js';
import type { Inbox } from '../mail/incoming/inbox.js';
import { openTargets } from '../mail/incoming/open-requests.js';
import type { PeerConnections } from '../mail/outgoing/peer-connections.js';
import type { Viewers } from '../screen/viewers.js';
import type { TeamAccess } from '../team/team-access.js';
import { teamRoutes } from '../team/team-routes.js';
import type { Control } from './control-requests.js';
import { history, markRead, readInbox } from './mail-requests.js';
import { handleReply, handleSend, handleWait, type Senders } from './send-requests.js';
import type { Route } from './server.js';
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
  readonly viewers: Viewers;
  readonly team: TeamAccess;
}

export function makeRoutes(services: Services): Route[] {
  const { context, control, commands } = services;
  const { store } = context;
  return [
    { method: 'POST', path: /^\/tasks\/send$/, access: 'known', handle: (exchange) => receive(services, exchange) },
    {
      method: 'POST',
      path: /^\/tasks\/receipts$/,
      access: 'known',
      handle: (exchange) => receiveReceipts(services, exchange),
    },
    { method: 'POST', path: /^\/tasks\/create$/, access: 'self', handle: (exchange) => createTask(services, exchange) },
    { method: 'GET', path: /^\/tasks$/, access: 'known', handle: (exchange) => listTasks(context, exchange) },
    { method: 'GET', path: /^\/tasks\/([^/]+)$/, access: 'known', handle: (exchange) => readTask(services, exchange) },
    {
      method: 'POST',
      path: /^\/tasks\/([^/]+)\/cancel$/,
      access: 'known',
      handle: (exchange) => cancel(services, exchange),
    },
    {
      method: 'GET',
      path: /^\/tasks\/([^/]+)\/events$/,
      access: 'known',
      handle: (exchange) => taskEvents(context, exchange),
    },
    {
      method: 'GET',
      path: /^\/tasks\/([^/]+)\/answer$/,
      access: 'self',
      handle: (exchange) => handleWait(services, exchange, ownTask(context, exchange)),
    },
    {
      method: 'POST',
      path: /^\/tasks\/([^/]+)\/ack$/,
      access: 'self',
      handle: async (exchange) => {
        await commands.acknowledge(ownTask(context, exchange).seq);
        return { success: true };
      },
    },
    { method: 'GET', path: /^\/events$/, access: 'self', handle: (exchange) => allEvents(context, exchange) },
    { method: 'POST', path: /^\/send$/, access: 'self', handle: (exchange) => handleSend(services, exchange) },
    { method: 'POST', path: /^\/reply$/, access: 'self', handle: (exchange) => handleReply(services, exchange) },
    {
      method: 'GET',
      path: /^\/targets$/,
      access: 'self',
      handle: () => ({ targets: openTargets(context, store.openRequests()) }),
    },
    { method: 'GET', path: /^\/inbox$/, access: 'self', handle: (exchange) => readInbox(services, exchange) },
    { method: 'POST', path: /^\/inbox\/read$/, access: 'self', handle: (exchange) => markRead(services, exchange) },
    { method: 'GET', path: /^\/history$/, access: 'self', handle: (exchange) => history(context, exchange) },
    { method: 'GET', path: /^\/status$/, access: 'known', handle: () => control.status() },
    { method: 'GET', path: /^\/screen$/, access: 'self', handle: () => control.screen() },
    { method: 'GET', path: /^\/output$/, access: 'self', handle: (exchange) => control.output(exchange) },
    { method: 'GET', path: /^\/attach$/, access: 'self', handle: (exchange) => services.viewers.attach(exchange) },
    { method: 'POST', path: /^\/control\/(\w+)$/, access: 'self', handle: (exchange) => control.run(exchange) },
    ...teamRoutes(services.team),
    { method: 'GET', path: /^\/healthz$/, access: 'open', handle: () => ({ status: 'ok', agent: context.self.id }) },
    {
      method: 'GET',
      path: /^\/\.well-known\/agent(?:-card)?\.json$/,
      access: 'open',
      handle: () => agentCard(context.self, control.entry),
    },
  ];
}
