/** The composition root of a daemon: creates the parts of an agent and shows who talks to whom. */
import type { Server } from 'node:http';
import { shortId } from '../ids.js';
import type { DaemonSpec, Started } from '../launch/daemon-spec.js';
import type { Log } from '../log.js';
import type { LiveEntry } from '../registry/entry.js';
import { ownName } from '../registry/hosts/own-name.js';
import type { Registry } from '../registry/registry.js';
import { languageOfHome } from '../settings/language-of-home.js';
import type { TaskStore } from '../taskstore/store.js';
import type { Ending } from '../team/sessions/session-starts.js';
import { StandardRequests } from './a2a/standard-requests.js';
import { ActivityRequests } from './activity/activity-requests.js';
import type { DaemonContext } from './context.js';
import { EventHub } from './events.js';
import type { DaemonHost } from './host.js';
import { Hosts } from './hosts/hosts.js';
import { Control } from './http/control-requests.js';
import { makeRoutes } from './http/routes.js';
import { checkRule } from './http/task-requests.js';
import { Cancel } from './mail/cancel.js';
import { Expiry } from './mail/expiry.js';
import { ExternalMail } from './mail/external/external-mail.js';
import { Followers } from './mail/external/followers.js';
import { OutsideAgents } from './mail/external/outside-agents.js';
import { OutsideResults } from './mail/external/outside-results.js';
import { offerFailure } from './mail/failures.js';
import { Inbox } from './mail/incoming/inbox.js';
import { WaitingCommands } from './mail/incoming/waiting-commands.js';
import { MailRetention } from './mail/mail-retention.js';
import { Courier } from './mail/outgoing/courier.js';
import { Outbox } from './mail/outgoing/outbox.js';
import { PeerConnections } from './mail/outgoing/peer-connections.js';
import { SendLimit } from './mail/outgoing/send-limit.js';
import { ReceiptReports } from './mail/receipts/receipt-reports.js';
import { McpRequests } from './mcp/mcp-requests.js';
import type { Address } from './start/address.js';
import { Presence } from './start/presence.js';
import { MemoryRelease } from './start/release-memory.js';
import { TeamAccess } from './team/team-access.js';
import type { HostedTerminal } from './terminals/hosted-terminal.js';
import { Terminals } from './terminals/terminals.js';
import { Typists } from './typing/typists.js';
import { PageDoor } from './web/page-door.js';

/** What an agent is made from. */
export interface AgentParts {
  readonly spec: DaemonSpec;
  readonly address: Address;
  readonly entry: LiveEntry;
  /** The sessions whose terminals were running when an earlier daemon was killed. */
  readonly crashed: readonly string[];
  readonly registry: Registry;
  readonly host: DaemonHost;
  readonly log: Log;
  /** Opens a further port on loopback, with the same door; null if it is taken. */
  readonly listen: (port: number) => Promise<readonly Server[] | null>;
}

/** What the parts need from the agent as a whole: more terminals, and the end of one or of all. */
export interface AgentLife {
  /** Starts another terminal. */
  openTerminal(spec: DaemonSpec): Promise<Started>;
  endTerminal(terminal: HostedTerminal, ending: Ending): Promise<void>;
  end(reason: string, cause?: Ending['cause']): Promise<void>;
}

export type Wiring = ReturnType<typeof wire>;

/** Each part knows only the parts created before it. Everything in the other direction is an event, listed at the end. */
export function wire(parts: AgentParts, life: AgentLife) {
  const { spec, address, registry, host, entry } = parts;
  const isPerson = spec.profile === null;
  const terminals = new Terminals(address.id);
  const context = contextOf(parts, terminals);
  const { events, store, self } = context;

  const presence = new Presence(registry, host.clock, entry);
  const memory = new MemoryRelease();
  const team = new TeamAccess(context, isPerson);

  const peers = new PeerConnections();
  const reports = new ReceiptReports(context, peers);
  const commands = new WaitingCommands(context);
  const typists = new Typists(context, { reports, commands, hasProgram: !isPerson });
  const inbox = new Inbox(context, { typists, commands });
  const agents = new OutsideAgents(context);
  const results = new OutsideResults(context, inbox);
  const followers = new Followers(context, { agents, results });
  const external = new ExternalMail(context, { agents, results, followers });
  const courier = new Courier(context, peers, external);
  const outbox = new Outbox(context, {
    courier,
    limit: isPerson ? null : new SendLimit(host.clock, spec.env, events),
    isRequestOf: (session, task) => typists.isRequestOf(session, task),
    findDeclared: async (id) => (await import('./mail/outgoing/declared-address.js')).declaredAddress(team, id),
    checkTarget: async (target, session) => {
      if (context.project === null) return;
      const purpose = session === null ? 'task' : terminals.purposeOf(session);
      await (await import('./mail/conversation-rule.js')).checkSending(team, target, purpose);
    },
  });
  const expiry = new Expiry(context, reports);
  const retention = new MailRetention(context);
  const cancel = new Cancel(context, peers, typists, external);

  const hosts = new Hosts(context, { peers, isPerson, name: () => ownName(spec.home, host.env) });

  const control = new Control(context, { presence, typists, reports, team, life, terminals });
  const mcp = new McpRequests({ context, team });
  const activity = new ActivityRequests({ context, terminals, team, isPerson });
  const standard = new StandardRequests({
    context,
    inbox,
    cancel,
    facts: () => ({ self, entry: control.entry }),
    checkRule: (envelope, callerId) => checkRule({ context, team }, envelope, callerId),
  });
  const routes = makeRoutes({
    ...{ context, commands, control, peers, outbox, inbox, team, cancel, terminals, typists, standard, mcp },
    ...{ activity, hosts },
  });

  const look = () => activity.look();
  const page = isPerson
    ? new PageDoor({ context, routes, team, look, port: address.port, listen: parts.listen })
    : null;

  events.on('mailWaits', () => typists.wake());
  events.on('requestFailed', (failure) => offerFailure(context, commands, failure));
  events.on('mailQueued', ({ peerId }) => courier.kick(peerId));
  events.on('cancellationArrived', (news) => cancel.confirm(news));
  events.on('liveEntry', ({ id }) => (id === self.id ? presence.mend() : undefined));
  events.on('liveEntry', ({ id }) => courier.agentChanged(id));
  events.on('change', () => presence.update({ currentTask: currentTaskOf(store) }));
  events.on('change', () => memory.worked());
  events.on('teamWork', () => memory.worked());

  return {
    ...{ context, presence, memory, team },
    ...{ peers, reports, commands, typists, inbox, courier, outbox, expiry, retention },
    ...{ external, followers, hosts },
    ...{ terminals, routes, mcp, standard, page, activity },
  };
}

function contextOf({ spec, address, registry, host, log }: AgentParts, terminals: Terminals): DaemonContext {
  return {
    self: { id: address.id, type: address.type, endpoint: address.endpoint },
    get project() {
      return terminals.project ?? spec.project;
    },
    home: spec.home,
    env: host.env,
    language: languageOfHome({ ...host.env, ...spec.env }, spec.home),
    key: address.key,
    store: address.store,
    registry,
    events: new EventHub(log),
    clock: host.clock,
    log,
  };
}

function currentTaskOf(store: TaskStore): string | null {
  const current = store.newestOpenRequest();
  return current ? shortId(current.id) : null;
}
