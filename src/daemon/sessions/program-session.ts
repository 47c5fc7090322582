/** The session of this terminal: what its program calls tools with. It may end before the terminal does, and begin anew. */
import type { Member } from '../../team/people/agents.js';
import { enterProject } from '../../team/sessions/enter-project.js';
import { liveSession, type Purpose, type Session, sessionIfLive } from '../../team/sessions/session.js';
import type { Db } from '../../team/store/schema.js';
import type { Team } from '../../team/team.js';

export interface ProgramSessionParts {
  readonly team: Team;
  readonly member: Member;
  readonly purpose: Purpose;
  readonly holder: string;
  readonly token: string;
  /** A terminal that was started for its work ends with its session; any other one waits for what comes next. */
  readonly isForOneWork: boolean;
}

export class ProgramSession {
  readonly #parts: ProgramSessionParts;

  constructor(parts: ProgramSessionParts) {
    this.#parts = parts;
  }

  get isForOneWork(): boolean {
    return this.#parts.isForOneWork;
  }

  get purpose(): Purpose {
    return this.#parts.purpose;
  }

  /** Null once it is over. */
  current(): Promise<Session | null> {
    return this.#parts.team.store.read((db) => this.currentIn(db));
  }

  currentIn(db: Db): Promise<Session | null> {
    const { team, token } = this.#parts;
    return sessionIfLive(db, token, { now: team.clock.now(), rules: team.rules.sessions });
  }

  /** Begins another one with the token that the program has; false where it is not to have one, or another one lives. */
  async renew(): Promise<boolean> {
    const { team, member, purpose, holder, token, isForOneWork } = this.#parts;
    if (isForOneWork || (await team.look((db) => liveSession(db, { ...member, purpose })))) return false;
    await enterProject(team, { ...member, purpose, holder, token });
    return true;
  }
}
