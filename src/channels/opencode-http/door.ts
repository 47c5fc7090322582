/** The open door of a running opencode: hands messages to its server and tells by its events what became of them. */
import type { Message } from '../../taskstore/message.js';
import type { Recorded } from '../evidence/recorded.js';
import type { DoorState, Evidence, HandedOver, Handover, OpenDoor } from '../front-door.js';
import { Mail } from './mail.js';
import { Posting } from './posting.js';
import { LIMITS, type Limits, Proofs } from './proofs.js';
import { Server, type ServerAddress } from './server.js';
import { Sessions } from './sessions.js';
import { ShownSession } from './shown-session.js';
import { TerminalTitle } from './terminal-title.js';
import type { ServerEvent } from './wire.js';

/** The program's terminal, as far as the door needs it. */
export interface ProgramTerminal {
  readonly exited: Promise<unknown>;
  screenText(): string;
  onOutput(listener: (chunk: Buffer) => void): () => void;
}

export interface DoorOptions {
  readonly address: ServerAddress;
  /** Set if the program opens an earlier conversation by itself. */
  readonly continued: { readonly session: string | null } | null;
  readonly limits?: Partial<DoorLimits>;
}

export interface DoorLimits extends Limits {
  /** How long the program may take to open its server, and to open it again if it was lost. */
  readonly openMs: number;
  /** The title of the terminal shows that the screen is there. A person may have turned titles off. */
  readonly titleMs: number;
  readonly storedMs: number;
}

const DOOR_LIMITS: DoorLimits = { ...LIMITS, openMs: 60_000, titleMs: 10_000, storedMs: 3_000 };

const NOT_OPEN = 'its server did not open';
const MOST_BLANKS = 4;
const RETRY_MS = 200;
const MOST_CHARS = 2 ** 20;
const UNAUTHORIZED = 401;

export class OpencodeDoor implements OpenDoor {
  readonly name = 'opencode-http';
  readonly maxChars = MOST_CHARS;
  readonly takesMidTurn = true;
  readonly leavesDialogs = true;
  readonly takesUpStored = true;
  readonly #server: Server;
  readonly #sessions = new Sessions();
  readonly #shown: ShownSession;
  readonly #posting: Posting;
  readonly #proofs: Proofs;
  readonly #mail: Mail;
  readonly #limits: DoorLimits;
  readonly #options: DoorOptions;
  readonly #terminal: ProgramTerminal;
  readonly #listeners = new Set<() => void>();
  readonly #stopTitles: () => void;
  #state: DoorState = { type: 'opening' };
  /** Counts the connections, so that what is read over one does not count after it was lost. */
  #connection = 0;
  #hasServer = false;
  /** Events that came while the rest was being read. */
  #early: ServerEvent[] | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(terminal: ProgramTerminal, options: DoorOptions) {
    this.#options = options;
    this.#terminal = terminal;
    this.#limits = { ...DOOR_LIMITS, ...options.limits };
    this.#server = new Server(options.address);
    this.#shown = new ShownSession(this.#sessions);
    this.#posting = new Posting({
      server: this.#server,
      sessions: this.#sessions,
      shown: this.#shown,
      screenText: () => terminal.screenText(),
    });
    this.#proofs = new Proofs(this.#posting, this.#sessions, this.#limits);
    this.#mail = new Mail({
      posting: this.#posting,
      proofs: this.#proofs,
      sessions: this.#sessions,
      storedMs: this.#limits.storedMs,
      whyNot: () => this.#whyNot,
    });
    const titles = new TerminalTitle();
    this.#stopTitles = terminal.onOutput((chunk) => this.#retitle(titles.feed(chunk)));
    void terminal.exited.then(() => this.#break('the program has ended'));
    this.#giveTime(NOT_OPEN, MOST_BLANKS);
    this.#connect();
  }

  get state(): DoorState {
    return this.#state;
  }

  get evidence(): Evidence | null {
    return this.#state.type === 'open' ? this.#sessions.evidenceOf(this.#shown.now.session) : null;
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  async handOver({ message, text, moment }: Handover): Promise<HandedOver> {
    if (text.length > MOST_CHARS) return { type: 'refused', why: 'the text is too long' };
    while (moment === 'idle' && this.#state.type === 'open' && this.evidence?.state !== 'ready') await this.#changed();
    return this.#mail.post(message, text);
  }

  /** What it has only stored, it may leave unread, so that says nothing. */
  async recordOf(message: Message): Promise<Recorded> {
    while (this.#state.type === 'opening') await this.#changed();
    return (await this.#mail.hasRead(message)) ? 'answered' : 'absent';
  }

  async close(): Promise<void> {
    this.#break('the door is closed');
  }

  get #whyNot(): string | null {
    if (this.#state.type === 'broken') return this.#state.why;
    return this.#state.type === 'open' ? null : 'it is not open yet';
  }

  #connect(): void {
    this.#server.follow({
      connected: () => {
        // The server is there, and perhaps slow.
        if (this.#state.type === 'opening' && !this.#hasServer) this.#giveTime(NOT_OPEN);
        this.#hasServer = true;
        void this.#synchronize();
      },
      event: (event) => this.#take(event),
      lost: (why) => {
        this.#connection += 1;
        if (why === `status ${UNAUTHORIZED}`) this.#break('its server refused the password');
        else if (this.#state.type === 'open' && !this.#timer)
          this.#giveTime(`its server was lost (${why}) and did not come back`);
      },
    });
  }

  /** Reads what events have not told: at the beginning, and whenever the stream was cut. */
  async #synchronize(): Promise<void> {
    const connection = this.#connection;
    const isLost = () => connection !== this.#connection || this.#state.type === 'broken';
    this.#early = [];
    let snapshot = await this.#posting.snapshot();
    while (!snapshot && !isLost()) {
      await pause(RETRY_MS);
      snapshot = await this.#posting.snapshot();
    }
    if (!snapshot || isLost()) return;
    this.#sessions.load(snapshot);
    const early = this.#early;
    this.#early = null;
    for (const event of early) this.#take(event);
    if (this.#state.type === 'opening') await this.#enter();
    else this.#inTime();
    await this.#proofs.review();
    this.#notify();
  }

  async #enter(): Promise<void> {
    const { continued } = this.#options;
    const session = continued && (continued.session ?? this.#sessions.roots()[0]?.id);
    if (session) this.#shown.follow(session);
    // Before the screen is there, nobody follows a selection.
    for (let waitedMs = 0; this.#isHidden && waitedMs < this.#limits.titleMs; waitedMs += RETRY_MS) {
      await pause(RETRY_MS);
    }
    if (this.#state.type !== 'opening') return;
    this.#inTime();
    this.#state = { type: 'open' };
  }

  get #isHidden(): boolean {
    return this.#state.type === 'opening' && !this.#shown.hasTitle;
  }

  #take(event: ServerEvent): void {
    if (this.#early) return void this.#early.push(event);
    this.#sessions.take(event);
    this.#shown.take(event);
    this.#proofs.take(event);
    if (event.type !== 'part') this.#notify();
  }

  #retitle(title: string | null): void {
    if (title === null) return;
    this.#shown.retitle(title);
    this.#notify();
  }

  /** On a busy machine a program may start for minutes: as long as it shows nothing, it has some more time. */
  #giveTime(why: string, blanks = 0): void {
    this.#inTime();
    const { openMs } = this.#limits;
    this.#timer = setTimeout(() => {
      if (blanks > 0 && this.#terminal.screenText().trim() === '') this.#giveTime(why, blanks - 1);
      else this.#break(`${why} in time`);
    }, openMs);
    this.#timer.unref();
  }

  #inTime(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #break(why: string): void {
    if (this.#state.type === 'broken') return;
    this.#state = { type: 'broken', why };
    this.#inTime();
    this.#stopTitles();
    this.#server.close();
    this.#proofs.end(`${why} before it was seen to read it`);
    this.#notify();
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => {
      const listener = () => {
        this.#listeners.delete(listener);
        resolve();
      };
      this.#listeners.add(listener);
    });
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
