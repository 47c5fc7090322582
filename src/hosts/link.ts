/** One link to another host: proves who is there, then carries requests in both directions over one connection. */
import { randomBytes } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { asSynapseError, fail, SynapseError } from '../errors.js';
import type { Opened, Wanted } from './connections.js';
import { encodeFrame, type Frame, FrameReader, type FrameType, GREETING, LinkError } from './frames.js';
import { CONNECTIONS, checkProof, commonProtocol, decodeHello, type Hello, helloOf, signedText } from './handshake.js';
import type { Identity } from './identity.js';
import { type Answer, type Question, Requests } from './requests.js';
import { parsed, type Side } from './streams.js';

export interface LinkParts {
  readonly side: Side;
  readonly readable: Readable;
  readonly writable: Writable;
  readonly identity: Identity;
  readonly version: string;
  /** Throws if this host is not wanted. The other side is told why. */
  admit(hello: Hello): void;
  answer(question: Question): Promise<Answer>;
  /** The other side wants a connection to something here. */
  connect(wanted: Wanted): void;
  /** The other side's agents, as it lists them. */
  agents(list: unknown): void;
  up(): void;
  /** Called once, also if the link never came up. `refusal` says why the other side is not wanted here. */
  closed(reason: string, refusal?: SynapseError): void;
}

/** Time for a person's ssh-agent to ask, and for a daemon to start over there. */
const OPENING_LIMIT_MS = 60_000;
const PING_MS = 15_000;
/** A link that says nothing for this long is dead, whatever the connection says. */
const SILENCE_MS = 45_000;
const LONGEST_REASON = 500;
/** For the last frame. Whoever does not read it does not get it. */
const FAREWELL_MS = 2_000;

interface Ending {
  readonly farewell?: Buffer;
  readonly refusal?: SynapseError;
}

export class Link {
  readonly #parts: LinkParts;
  readonly #reader = new FrameReader();
  readonly #hello: Hello;
  readonly #requests: Requests;
  #theirs: Hello | null = null;
  /** What has arrived of the other side's part: hello, proof, welcome. */
  #step: 'hello' | 'proof' | 'welcome' | 'up' | 'closed' = 'hello';
  #timers: NodeJS.Timeout[] = [];
  #heardAt = performance.now();
  #pinged: { readonly at: number; readonly told: ((ms: number | null) => void)[] } | null = null;
  /** What the other side is told when it reads again: only the newest, so that one that never reads fills no memory. */
  #owed: { pong: boolean; agents: string | null } = { pong: false, agents: null };
  /** Since when it is up, by the monotonic clock; null if it never was. */
  upAt: number | null = null;
  /** How long the last ping took; null if there was none yet. */
  roundTripMs: number | null = null;

  constructor(parts: LinkParts) {
    this.#parts = parts;
    this.#hello = helloOf(parts.identity, parts.version, randomBytes(24).toString('base64'));
    this.#requests = new Requests(parts.side, {
      answer: (question) => parts.answer(question),
      connect: (wanted) => parts.connect(wanted),
      flush: () => this.#flush(),
    });
    const { readable, writable } = parts;
    readable.on('data', (chunk: Buffer) => this.#read(chunk)).resume();
    readable.once('end', () => this.close('the connection ended'));
    readable.once('close', () => this.close('the connection ended'));
    // Whoever was at the other end says more than how the system calls it.
    readable.once('error', () => this.close('the connection ended'));
    writable.once('error', () => this.close('the connection ended'));
    writable.on('drain', () => this.#flush());
    const opening = setTimeout(() => !this.isUp && this.close('it did not answer in time'), OPENING_LIMIT_MS);
    this.#timers.push(opening.unref());
    writable.write(GREETING);
    this.#send('hello', JSON.stringify(this.#hello));
  }

  get isUp(): boolean {
    return this.#step === 'up';
  }

  /** What a shell over there printed, if nothing but that has come. */
  get noise(): string | null {
    return this.#reader.noise;
  }

  /** Who is there; null before that is proved. */
  get peer(): Hello | null {
    return this.#step === 'hello' || this.#step === 'proof' ? null : this.#theirs;
  }

  get openStreams(): number {
    return this.#requests.count;
  }

  ask(question: Question, limitMs: number): Promise<Answer> {
    if (!this.isUp) return Promise.reject(new LinkError('the link is down'));
    return this.#requests.ask(question, limitMs);
  }

  /** Opens a connection over there. */
  connect(head: Question['head']): Promise<Opened> {
    if (!this.isUp) return Promise.reject(new LinkError('the link is down'));
    if (!this.peer?.features.includes(CONNECTIONS))
      return Promise.reject(new LinkError(`Synapse ${this.peer?.version} there does not know this; update it`));
    return this.#requests.connect(head);
  }

  tellAgents(list: unknown): void {
    if (!this.isUp) return;
    this.#owed.agents = JSON.stringify(list);
    this.#flush();
  }

  /** Measures the round trip, which is also noted in `roundTripMs`. Null if the link ends before. */
  ping(): Promise<number | null> {
    if (!this.isUp) return Promise.resolve(null);
    const isNew = this.#pinged === null;
    this.#pinged ??= { at: performance.now(), told: [] };
    const { told } = this.#pinged;
    const measured = new Promise<number | null>((resolve) => told.push(resolve));
    if (isNew) this.#send('ping');
    return measured;
  }

  /** `farewell` is the last thing that the other side gets if the link never came up. */
  close(reason: string, { farewell, refusal }: Ending = {}): void {
    if (this.#step === 'closed') return;
    const last = this.isUp ? encodeFrame('bye', 0, reason.slice(0, LONGEST_REASON)) : farewell;
    // Before anything is sent, because the other side may answer at once.
    this.#step = 'closed';
    for (const timer of this.#timers) clearTimeout(timer);
    this.#requests.close(reason);
    this.#tellRoundTrip(null);
    const { readable, writable } = this.#parts;
    if (last) writable.write(last);
    writable.end();
    readable.on('error', () => {});
    writable.on('error', () => {});
    setTimeout(() => {
      readable.destroy();
      writable.destroy();
    }, FAREWELL_MS).unref();
    this.#parts.closed(reason, refusal);
  }

  #read(chunk: Buffer): void {
    if (this.#step === 'closed') return;
    this.#heardAt = performance.now();
    try {
      for (const frame of this.#reader.read(chunk)) this.#receive(frame);
    } catch (error) {
      this.#refuse(error);
    }
    this.#flush();
  }

  /** The other side is told, too. */
  #refuse(error: unknown): void {
    const { message } = error instanceof LinkError ? error : asSynapseError(error);
    const reason = message.replace(/[.。]$/, '');
    const told = JSON.stringify({ reason: reason.slice(0, LONGEST_REASON) });
    const farewell = encodeFrame('refuse', 0, told);
    this.close(reason, { farewell, ...(error instanceof SynapseError ? { refusal: error } : {}) });
  }

  #receive(frame: Frame): void {
    if (this.#step === 'closed') return;
    if (frame.type === 'refuse') this.close(refusalIn(frame));
    else if (this.isUp) this.#whenUp(frame);
    else this.#whileOpening(frame);
  }

  #whileOpening(frame: Frame): void {
    if (frame.type !== this.#step) throw new LinkError(`it sent "${frame.type}" instead of "${this.#step}"`);
    if (frame.type === 'hello') this.#greeted(frame);
    else if (frame.type === 'proof') this.#proved(frame);
    else this.#welcomed();
  }

  #greeted(frame: Frame): void {
    const theirs = decodeHello(parsed(frame.payload));
    if (theirs.key === this.#hello.key) throw fail('host_is_here');
    if (commonProtocol(theirs) === null) {
      throw new LinkError(
        `Synapse ${theirs.version} and ${this.#hello.version} have no version of the link in common; update the older one`,
      );
    }
    this.#theirs = theirs;
    this.#step = 'proof';
    const signature = this.#parts.identity.sign(signedText(this.#parts.side, this.#hello, theirs));
    this.#send('proof', JSON.stringify({ signature }));
  }

  #proved(frame: Frame): void {
    const theirs = this.#theirs as Hello;
    const { signature } = (parsed(frame.payload) ?? {}) as { signature?: unknown };
    checkProof(this.#parts.side === 'dialer' ? 'answerer' : 'dialer', theirs, this.#hello, signature);
    this.#parts.admit(theirs);
    this.#step = 'welcome';
    this.#send('welcome');
  }

  #welcomed(): void {
    this.#step = 'up';
    this.upAt = performance.now();
    const pinging = setInterval(() => {
      if (performance.now() - this.#heardAt > SILENCE_MS) this.close('it has been silent for too long');
      else void this.ping();
    }, PING_MS).unref();
    this.#timers.push(pinging);
    this.#parts.up();
    void this.ping();
  }

  #whenUp(frame: Frame): void {
    const { type, payload } = frame;
    if (type === 'ping') this.#owed.pong = true;
    else if (type === 'pong') this.#measured();
    else if (type === 'agents') this.#parts.agents(parsed(payload));
    else if (type === 'bye') this.close(payload.toString('utf8').slice(0, LONGEST_REASON) || 'it ended');
    else this.#requests.receive(frame);
  }

  #measured(): void {
    if (this.#pinged === null) return;
    this.roundTripMs = performance.now() - this.#pinged.at;
    this.#tellRoundTrip(this.roundTripMs);
  }

  #tellRoundTrip(ms: number | null): void {
    const told = this.#pinged?.told ?? [];
    this.#pinged = null;
    for (const resolve of told) resolve(ms);
  }

  #send(type: FrameType, payload: string | Buffer = ''): void {
    if (this.#step !== 'closed') this.#parts.writable.write(encodeFrame(type, 0, payload));
  }

  /** Sends as much as the connection takes now, in one write, because ssh makes a packet of each. */
  #flush(): void {
    const { writable } = this.#parts;
    writable.cork();
    while (this.isUp && !writable.writableNeedDrain) {
      const frame = this.#nextOwed() ?? this.#requests.next();
      if (!frame) break;
      writable.write(frame);
    }
    writable.uncork();
  }

  #nextOwed(): Buffer | null {
    const { pong, agents } = this.#owed;
    if (pong) {
      this.#owed.pong = false;
      return encodeFrame('pong', 0);
    }
    this.#owed.agents = null;
    return agents === null ? null : encodeFrame('agents', 0, agents);
  }
}

function refusalIn({ payload }: Frame): string {
  const { reason } = (parsed(payload) ?? {}) as { reason?: unknown };
  return `it refuses this host: ${typeof reason === 'string' ? reason.slice(0, LONGEST_REASON) : 'it does not say why'}`;
}
