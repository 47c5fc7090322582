/** One other host: the links to it, of which the newest is used, and what everybody here may know about it. */
import type { Readable, Writable } from 'node:stream';
import type { SynapseError } from '../../errors.js';
import type { Opened } from '../../hosts/connections.js';
import { Dialer } from '../../hosts/dialer.js';
import { LinkError } from '../../hosts/frames.js';
import type { Link, LinkParts } from '../../hosts/link.js';
import type { Answer, Question } from '../../hosts/requests.js';
import { startTimeOf } from '../../processes.js';
import { type Host, type HostLink, type ListedAgent, publishLink, readLink } from '../../registry/hosts/hosts.js';
import type { DaemonContext } from '../context.js';
import { decodeAgents } from './directory.js';

export interface LinkedHostParts {
  readonly host: Host;
  readonly env: () => NodeJS.ProcessEnv;
  readonly link: (readable: Readable, writable: Writable, closed: LinkParts['closed']) => Link;
}

/** A list of agents and the end of a link often come together. */
const GATHER_MS = 20;

export class LinkedHost {
  readonly #context: DaemonContext;
  readonly #dialer: Dialer | null;
  /** Those that are up, the newest last. */
  #links: Link[] = [];
  #all = new Set<Link>();
  #host: Host;
  #agents: readonly ListedAgent[];
  #reason: string | null = null;
  #refusal: SynapseError | null = null;
  #since: number;
  #nextAt: number | null = null;
  #publishing: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(context: DaemonContext, { host, env, link }: LinkedHostParts) {
    this.#context = context;
    this.#host = host;
    this.#since = context.clock.now();
    this.#agents = readLink(context.home, host.name)?.agents ?? [];
    const { target, command } = host;
    this.#dialer =
      target === null
        ? null
        : new Dialer({
            host: { target, command },
            env,
            connect: (child, closed) => {
              const made = link(child.stdout as Readable, child.stdin as Writable, (reason, refusal) => {
                this.#refusal = refusal ?? null;
                closed(reason);
              });
              this.#all.add(made);
              return made;
            },
            failed: (reason, nextAt) => this.#failed(reason, nextAt),
          });
  }

  get name(): string {
    return this.#host.name;
  }

  get host(): Host {
    return this.#host;
  }

  /** Why this side ended the last link before it was up. */
  get refusal(): SynapseError | null {
    return this.#refusal;
  }

  get isUp(): boolean {
    return this.#links.length > 0;
  }

  start(): void {
    if (!this.#dialer) this.#reason = 'it has not dialed yet';
    this.#dialer?.dial();
    this.#publishNow();
  }

  hurry(): void {
    for (const link of this.#links) void link.ping();
    if (!this.isUp) this.#dialer?.hurry();
  }

  pin(host: Host): void {
    this.#host = host;
  }

  up(link: Link): void {
    if (this.#isClosed) {
      link.close('it was removed');
      return;
    }
    if (!this.isUp) this.#since = this.#context.clock.now();
    this.#all.add(link);
    this.#links = [...this.#links, link];
    this.#reason = null;
    this.#nextAt = null;
    this.#context.log.info('a host is linked', { host: this.name, version: link.peer?.version });
    this.#publishNow();
  }

  down(link: Link, reason: string): void {
    this.#all.delete(link);
    const wasUp = this.isUp;
    this.#links = this.#links.filter((each) => each !== link);
    if (!wasUp || this.isUp) return;
    this.#since = this.#context.clock.now();
    this.#reason = reason;
    this.#context.log.info('the link to a host is down', { host: this.name, reason });
    this.#publishNow();
  }

  /** Its agents, as it lists them. */
  listed(list: unknown): void {
    this.#agents = decodeAgents(list);
    this.#publishSoon();
  }

  tellAgents(list: readonly ListedAgent[]): void {
    for (const link of this.#links) link.tellAgents(list);
  }

  connect(head: Question['head']): Promise<Opened> {
    const link = this.#links.at(-1);
    return link ? link.connect(head) : Promise.reject(new LinkError(this.#reason ?? 'the link is down'));
  }

  ask(question: Question, limitMs: number): Promise<Answer> {
    const link = this.#links.at(-1);
    return link ? link.ask(question, limitMs) : Promise.reject(new LinkError(this.#reason ?? 'the link is down'));
  }

  close(reason: string, { forget = false } = {}): void {
    this.#isClosed = true;
    this.#dialer?.close();
    for (const link of [...this.#all]) link.close(reason);
    this.#links = [];
    this.#reason = reason;
    if (this.#publishing) clearTimeout(this.#publishing);
    if (!forget) this.#publishNow();
  }

  /** As it is now. */
  get state(): HostLink {
    const { home: _home, self, registry, clock: _clock } = this.#context;
    const link = this.#links.at(-1);
    return {
      host: this.name,
      state: link ? 'up' : 'down',
      reason: this.#reason,
      since: this.#since,
      nextAt: link ? null : this.#nextAt,
      version: link?.peer?.version ?? null,
      roundTripMs: link?.roundTripMs ?? null,
      owner: self.id,
      pid: process.pid,
      startTime: startTimeOf(process.pid) ?? '',
      socket: registry.live(self.id)?.socket ?? '',
      agents: this.#agents,
    };
  }

  #failed(reason: string, nextAt: number): void {
    this.#nextAt = nextAt;
    if (this.isUp) return;
    if (this.#reason !== reason) this.#context.log.info('a host cannot be reached', { host: this.name, reason });
    this.#reason = reason;
    this.#publishSoon();
  }

  #publishSoon(): void {
    this.#publishing ??= setTimeout(() => this.#publishNow(), GATHER_MS).unref();
  }

  #publishNow(): void {
    if (this.#publishing) clearTimeout(this.#publishing);
    this.#publishing = null;
    try {
      publishLink(this.#context.home, this.state);
    } catch (error) {
      // On a full disk the links go on. It is written with the next change.
      this.#context.log.error('cannot note the state of a host', { host: this.name, reason: (error as Error).message });
    }
  }
}
