/** Puts messages into the conversation that opencode's screen shows, and shows it if the screen shows another one. */
import type { StoredIds } from './ids.js';
import type { Answer, Server } from './server.js';
import type { Sessions, Snapshot } from './sessions.js';
import { shownAgent } from './shown-agent.js';
import type { ShownSession } from './shown-session.js';
import {
  agentOf,
  busyOf,
  listOf,
  questionOf,
  type SessionInfo,
  type StoredMessage,
  sessionOf,
  storedOf,
} from './wire.js';

export interface PostingParts {
  readonly server: Server;
  readonly sessions: Sessions;
  readonly shown: ShownSession;
  screenText(): string;
}

/** Enough to see what followed a message. */
const PAGE = 100;
/** Older conversations are not looked through. */
const MOST_SESSIONS = 50;
/** To begin a conversation. */
const MOST_TRIES = 3;

export class Posting {
  readonly #parts: PostingParts;
  #agents: readonly string[] = [];

  constructor(parts: PostingParts) {
    this.#parts = parts;
  }

  /** The conversation for the next message: the one on the screen, or a new one. A text says why there is none. */
  async target(): Promise<SessionInfo | string> {
    const { sessions, shown } = this.#parts;
    const { session, isSure } = shown.now;
    const known = session === null ? null : sessions.get(session);
    if (known && isSure) return known;
    const created = known ?? (await this.#create());
    if (!created) return 'opencode did not start a conversation';
    if (!known) sessions.take({ type: 'session', session: created });
    shown.follow(created.id);
    await this.select(created.id);
    return created;
  }

  /** A server that is slow may begin one and not answer in time. Then its event says so. */
  async #create(): Promise<SessionInfo | null> {
    const { server, sessions } = this.#parts;
    const before = new Set(sessions.roots().map(({ id }) => id));
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const created = sessionOf(bodyOf(await server.call('POST', '/session', {})));
      const begun = created ?? sessions.roots().find(({ id }) => !before.has(id));
      if (begun) return begun;
    }
    return null;
  }

  select(session: string): Promise<Answer> {
    return this.#parts.server.call('POST', '/tui/select-session', { sessionID: session });
  }

  /** Without a text it only makes opencode go on: it stores an empty message, which neither people nor models see. */
  post(session: SessionInfo, ids: StoredIds, text: string | null): Promise<Answer> {
    const agent = shownAgent(this.#parts.screenText(), this.#agents) ?? session.agent;
    const isSame = agent === session.agent;
    const { providerID, modelID, variant } = session.model ?? {};
    return this.#parts.server.call('POST', `/session/${session.id}/prompt_async`, {
      messageID: ids.message,
      parts: text === null ? [] : [{ id: ids.part, type: 'text', text }],
      ...(agent === null ? {} : { agent }),
      // Another agent may have a model of its own.
      ...(isSame && modelID ? { model: { providerID, modelID } } : {}),
      ...(isSame && variant ? { variant } : {}),
    });
  }

  /** The end of a conversation, in order; null if the server did not tell. */
  async messages(session: string): Promise<readonly StoredMessage[] | null> {
    const answer = await this.#parts.server.call('GET', `/session/${session}/message?limit=${PAGE}`);
    const body = bodyOf(answer);
    return Array.isArray(body) ? listOf(body, storedOf) : null;
  }

  /** `absent` only if the server says so; null if it did not tell. A message without its text does not count. */
  async find(session: string, ids: StoredIds): Promise<StoredMessage | 'absent' | null> {
    const answer = await this.#parts.server.call('GET', `/session/${session}/message/${ids.message}`);
    if (answer.type === 'answer' && answer.status === 404) return 'absent';
    const found = storedOf(bodyOf(answer));
    return found && !found.parts.some(({ id }) => id === ids.part) ? 'absent' : found;
  }

  /** Everything that events would have told; null if the server did not tell. */
  async snapshot(): Promise<Snapshot | null> {
    const { server } = this.#parts;
    const paths = [`/session?limit=${MOST_SESSIONS}`, '/session/status', '/permission', '/question', '/agent'];
    const answers = await Promise.all(paths.map((path) => server.call('GET', path)));
    const [sessions, busy, permissions, questions, agents] = answers.map(bodyOf);
    if (!Array.isArray(sessions) || busy === null) return null;
    this.#agents = listOf(agents, agentOf);
    return {
      sessions: listOf(sessions, sessionOf),
      busy: busyOf(busy),
      questions: [...listOf(permissions, questionOf), ...listOf(questions, questionOf)],
    };
  }
}

function bodyOf(answer: Answer): unknown {
  return answer.type === 'answer' && answer.status === 200 ? answer.body : null;
}
