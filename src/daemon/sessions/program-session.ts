/** The session of a terminal, with which its program calls tools. It may end before the terminal, and be renewed. */
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
  /** True for a terminal started for its work, which ends with its session; others wait for more work. */
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

  /** Null once it has ended. */
  current(): Promise<Session | null> {
    return this.#parts.team.store.read((db) => this.currentIn(db));
  }

  currentIn(db: Db): Promise<Session | null> {
    const { team, token } = this.#parts;
    return sessionIfLive(db, token, { now: team.clock.now(), rules: team.rules.sessions });
  }

  /** Opens another session with the program's token; false if it must not have one or another one is live. */
  async renew(): Promise<boolean> {
    const { team, member, purpose, holder, token, isForOneWork } = this.#parts;
    if (isForOneWork || (await team.look((db) => liveSession(db, { ...member, purpose })))) return false;
    await enterProject(team, { ...member, purpose, holder, token });
    return true;
  }
}
