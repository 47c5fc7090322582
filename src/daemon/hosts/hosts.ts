/** The links of a person's daemon to other hosts: dials them, lets them in, and passes requests on in both directions. */
import type { Readable, Writable } from 'node:stream';
import { fail, type SynapseError } from '../../errors.js';
import type { Hello } from '../../hosts/handshake.js';
import { type Identity, identityOf } from '../../hosts/identity.js';
import { Link } from '../../hosts/link.js';
import { type Host, hostInEntry, listHosts, readHost, removeHost, writeHost } from '../../registry/hosts/hosts.js';
import { claimHosts, releaseHosts } from '../../registry/hosts/owner.js';
import { VERSION } from '../../version.js';
import type { DaemonContext } from '../context.js';
import type { PeerConnections } from '../mail/outgoing/peer-connections.js';
import { acceptedHost, addedHost, checkKey, type WantedHost } from './admission.js';
import { answerHost } from './answer-host.js';
import type { BridgeEnds } from './bridge-ends.js';
import { answerConnection } from './control-from-host.js';
import { DirectoryNews } from './directory.js';
import { LinkedHost } from './linked-host.js';

export interface HostsParts {
  readonly peers: PeerConnections;
  readonly isPerson: boolean;
  /** What this home calls itself; null for the name of the machine. */
  readonly name: () => string | null;
}

export class Hosts {
  readonly #context: DaemonContext;
  readonly #parts: HostsParts;
  readonly #hosts = new Map<string, LinkedHost>();
  readonly #news: DirectoryNews;
  /** Connections whose other side has not proved yet who it is. */
  readonly #arriving = new Set<Link>();
  #identity: Identity | null = null;
  #isOwner = false;
  #isClosed = false;
  /** Set by the command that asked last: a login brings a new agent for keys. */
  #authSocket: string | null = null;

  constructor(context: DaemonContext, parts: HostsParts) {
    this.#context = context;
    this.#parts = parts;
    this.#news = new DirectoryNews(context.registry, (list) => {
      for (const host of this.#hosts.values()) host.tellAgents(list);
    });
    context.events.on('liveEntry', ({ id }) => {
      if (!this.#isOwner) return this.#takeOver();
      if (hostInEntry(id) === null) this.#news.changed();
    });
  }

  get identity(): Identity {
    this.#identity ??= identityOf(this.#context.home, this.#parts.name());
    return this.#identity;
  }

  /** Nothing happens in a home without other hosts, or where another daemon keeps the links. */
  start(): void {
    this.#takeOver();
  }

  get all(): readonly LinkedHost[] {
    return [...this.#hosts.values()];
  }

  find(name: string): LinkedHost | null {
    return this.#hosts.get(name) ?? null;
  }

  /** Dials it from now on. Throws if the name means another host. */
  add(wanted: WantedHost, authSocket: string | null): LinkedHost {
    this.#mustOwn();
    const host = addedHost(this.#context, wanted);
    writeHost(this.#context.home, host);
    const known = this.#hosts.get(host.name);
    if (known && wanted.target === null) {
      known.pin(host);
      return known;
    }
    known?.close('its address has changed');
    return this.#open(host, authSocket);
  }

  /** Dials now instead of later. */
  hurry(name: string, authSocket: string | null): LinkedHost {
    this.#mustOwn();
    const host = this.#hosts.get(name);
    if (!host) throw fail('host_not_found', { host: name });
    this.#authSocket = authSocket ?? this.#authSocket;
    host.hurry();
    return host;
  }

  remove(name: string): void {
    this.#mustOwn();
    if (!this.#hosts.has(name) && readHost(this.#context.home, name) === null)
      throw fail('host_not_found', { host: name });
    this.#hosts.get(name)?.close('it was removed', { forget: true });
    this.#hosts.delete(name);
    removeHost(this.#context.home, name);
  }

  /** Another host has dialed. `as` is the name that the key of its ssh stands for here, if that is fixed. */
  accept({ readable, writable }: BridgeEnds, as: string | null): void {
    this.#mustOwn();
    let host: LinkedHost | null = null;
    const link: Link = this.#linkOver('answerer', readable, writable, {
      admit: (hello) => {
        const accepted = acceptedHost(this.#context, hello, as);
        host = this.#hosts.get(accepted.name) ?? this.#add(accepted);
      },
      host: () => host,
      closed: () => this.#arriving.delete(link),
    });
    this.#arriving.add(link);
  }

  close(): void {
    this.#isClosed = true;
    this.#news.close();
    for (const link of this.#arriving) link.close('the daemon ends');
    for (const host of this.#hosts.values()) host.close('the daemon ends');
    if (this.#isOwner) releaseHosts(this.#context.home, this.#context.self.id);
  }

  #takeOver(): void {
    const { home, self, log } = this.#context;
    if (!this.#parts.isPerson || this.#isOwner || this.#isClosed) return;
    const known = listHosts(home);
    if (known.length === 0) return;
    try {
      if (!claimHosts(home, self.id)) return;
      this.#isOwner = true;
      for (const host of known) this.#open(host, null);
    } catch (error) {
      log.error('cannot link hosts', { reason: (error as Error).message });
    }
  }

  #mustOwn(): void {
    const { home, self } = this.#context;
    if (!this.#isOwner) this.#isOwner = this.#parts.isPerson && claimHosts(home, self.id);
    if (!this.#isOwner) throw fail('forbidden', { caller: self.id, agent: self.id });
    for (const host of listHosts(home)) if (!this.#hosts.has(host.name)) this.#open(host, null);
  }

  #open(host: Host, authSocket: string | null): LinkedHost {
    this.#authSocket = authSocket ?? this.#authSocket;
    return this.#add(host);
  }

  #add(host: Host): LinkedHost {
    const linked: LinkedHost = new LinkedHost(this.#context, {
      host,
      env: () => ({ ...this.#context.env, ...(this.#authSocket ? { SSH_AUTH_SOCK: this.#authSocket } : {}) }),
      link: (readable, writable, closed) =>
        this.#linkOver('dialer', readable, writable, {
          admit: (hello) => this.#hosts.get(host.name) === linked && this.#admit(linked, hello),
          host: () => linked,
          closed,
        }),
    });
    this.#hosts.set(host.name, linked);
    linked.start();
    return linked;
  }

  /** A host that has only dialed so far has the name that it gave itself. Whoever adds it decides that. */
  #admit(linked: LinkedHost, hello: Hello): void {
    const unnamed = listHosts(this.#context.home).find(({ key, target }) => key === hello.key && target === null);
    if (unnamed && linked.host.key === null) this.remove(unnamed.name);
    linked.pin(checkKey(this.#context, linked.name, hello));
  }

  #linkOver(
    side: 'dialer' | 'answerer',
    readable: Readable,
    writable: Writable,
    on: {
      admit(hello: Hello): unknown;
      host(): LinkedHost | null;
      closed(reason: string, refusal?: SynapseError): unknown;
    },
  ): Link {
    const link: Link = new Link({
      side,
      readable,
      writable,
      identity: this.identity,
      version: VERSION,
      admit: (hello) => void on.admit(hello),
      answer: (question) => answerHost(this.#context, this.#parts.peers, on.host()?.host ?? null, question),
      connect: (wanted) => void answerConnection(this.#context, on.host()?.host ?? null, wanted),
      agents: (list) => on.host()?.listed(list),
      up: () => {
        on.host()?.up(link);
        link.tellAgents(this.#news.now());
      },
      closed: (reason, refusal) => {
        on.host()?.down(link, reason);
        on.closed(reason, refusal);
      },
    });
    return link;
  }
}
