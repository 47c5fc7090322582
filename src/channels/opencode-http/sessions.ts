/** What is known about opencode's conversations: their titles, which of them work, and what they ask. */
import type { Evidence } from '../front-door.js';
import type { Question, ServerEvent, SessionInfo } from './wire.js';

export interface Snapshot {
  readonly sessions: readonly SessionInfo[];
  readonly busy: readonly string[];
  readonly questions: readonly Question[];
}

/** Subagents of subagents are rare; a circle of parents would be a fault. */
const DEEPEST = 10;

export class Sessions {
  #known = new Map<string, SessionInfo>();
  #busy = new Set<string>();
  #questions = new Map<string, Question>();

  /** What was read from the server replaces everything that events may have missed. */
  load({ sessions, busy, questions }: Snapshot): void {
    this.#known = new Map(sessions.map((session) => [session.id, session]));
    this.#busy = new Set(busy);
    this.#questions = new Map(questions.map((question) => [question.id, question]));
  }

  take(event: ServerEvent): void {
    if (event.type === 'session') this.#known.set(event.session.id, event.session);
    else if (event.type === 'deleted') this.forget(event.session);
    else if (event.type === 'asked') this.#questions.set(event.question.id, event.question);
    else if (event.type === 'answered') this.#questions.delete(event.question);
    else if (event.type === 'status') this.#setBusy(event.session, event.isBusy);
  }

  forget(session: string): void {
    this.#known.delete(session);
    this.#setBusy(session, false);
  }

  get(session: string): SessionInfo | null {
    return this.#known.get(session) ?? null;
  }

  all(): readonly SessionInfo[] {
    return [...this.#known.values()];
  }

  /** The conversations of people, the most recent one first. */
  roots(): readonly SessionInfo[] {
    return this.all()
      .filter(({ parent }) => parent === null)
      .sort((a, b) => b.updatedAt - a.updatedAt);
  }

  /** The conversation in which a subagent was started, or the session itself; null if it is not known. */
  rootOf(session: string): string | null {
    let found = this.#known.get(session);
    for (let depth = 0; found?.parent && depth < DEEPEST; depth += 1) found = this.#known.get(found.parent);
    return found?.parent === null ? found.id : null;
  }

  isBusy(session: string): boolean {
    return this.#busy.has(session);
  }

  /** The first open question of the conversation or of its subagents. */
  questionIn(session: string): Question | null {
    const isIts = (question: Question) => question.session === session || this.rootOf(question.session) === session;
    return [...this.#questions.values()].find(isIts) ?? null;
  }

  evidenceOf(session: string | null): Evidence {
    const question = session === null ? null : this.questionIn(session);
    if (question) return { state: 'waiting', by: 'event', asks: { tool: question.tool, command: question.command } };
    const isBusy = session !== null && this.isBusy(session);
    return { state: isBusy ? 'busy' : 'ready', by: 'event', asks: null };
  }

  /** An interrupt ends the questions of a session without an answer to them. */
  #setBusy(session: string, isBusy: boolean): void {
    if (isBusy) {
      this.#busy.add(session);
      return;
    }
    this.#busy.delete(session);
    for (const { id, session: asking } of this.#questions.values()) if (asking === session) this.#questions.delete(id);
  }
}
