/**
 * Which conversation opencode's screen shows. Its server does not know: a person can leave a conversation, or pick
 * another one, without a request. But opencode names the conversation in the title of the terminal.
 */
import type { Sessions } from './sessions.js';
import type { ServerEvent } from './wire.js';

export interface Shown {
  /** Null if the screen shows no conversation, as after the start or `/new`. */
  readonly session: string | null;
  /** False if the screen may show another one. */
  readonly isSure: boolean;
}

/** The title without a conversation, and with one that has no title of its own yet. */
const PLAIN_TITLE = 'OpenCode';
const TITLE_START = 'OC | ';
const LONGEST_TITLE = 40;
const UNTITLED = /^(?:New|Child) session - \d{4}-\d\d-\d\dT/;

export class ShownSession {
  readonly #sessions: Sessions;
  /** The conversation that a person used last, as far as events tell. */
  #followed: string | null = null;
  /** opencode touches old messages, too. Only a new one shows where the person is. */
  #latestAt = 0;
  #title: string | null = null;
  /** The title named a conversation, and names none any more. A screen that is slow to show one has never named it. */
  #hasLeft = false;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  get hasTitle(): boolean {
    return this.#title !== null;
  }

  follow(session: string): void {
    if (session !== this.#followed) this.#hasLeft = false;
    this.#followed = session;
  }

  /** Somebody's messages, new conversations and selections show where the person is. */
  take(event: ServerEvent): void {
    if (event.type === 'selected') this.#used(event.session);
    else if (event.type === 'message' && event.message.role === 'user' && event.message.createdAt > this.#latestAt) {
      this.#latestAt = event.message.createdAt;
      this.#used(event.message.session);
    }
    if (event.type === 'deleted' && event.session === this.#followed) this.#followed = null;
  }

  retitle(title: string): void {
    const wasNamed = this.#title?.startsWith(TITLE_START);
    const isNamed = title.startsWith(TITLE_START);
    this.#hasLeft = !isNamed && (wasNamed === true || this.#hasLeft);
    this.#title = title;
  }

  get now(): Shown {
    const followed = this.#followed;
    const info = followed === null ? null : this.#sessions.get(followed);
    if (this.#title?.startsWith(TITLE_START)) return this.#titled(this.#title, followed);
    const isElsewhere = this.#title === PLAIN_TITLE && this.#hasLeft && info !== null && !UNTITLED.test(info.title);
    return { session: isElsewhere ? null : followed, isSure: false };
  }

  #titled(title: string, followed: string | null): Shown {
    const fitting = this.#sessions.all().filter((session) => titleOf(session.title) === title);
    const roots = fitting.flatMap(({ id }) => this.#sessions.rootOf(id) ?? []);
    if (followed !== null && roots.includes(followed)) return { session: followed, isSure: true };
    const recent = this.#sessions.roots().find(({ id }) => roots.includes(id));
    return recent ? { session: recent.id, isSure: roots.length === 1 } : { session: followed, isSure: false };
  }

  #used(session: string): void {
    const root = this.#sessions.rootOf(session);
    if (root !== null) this.follow(root);
  }
}

/** As opencode shortens it. */
function titleOf(title: string): string {
  return TITLE_START + (title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 3)}...` : title);
}
