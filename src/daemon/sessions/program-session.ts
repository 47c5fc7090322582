/** The session with which the program of this terminal calls tools. It can end and begin again while the terminal runs. */
import { isAssigned, type Member } from '../../team/people/agents.js';
import { enterProject } from '../../team/sessions/enter-project.js';
import { liveSession } from '../../team/sessions/live-sessions.js';
import { endOf, type Purpose, type Session, sessionIfLive } from '../../team/sessions/session.js';
import type { Db } from '../../team/store/schema.js';
import type { Team } from '../../team/team.js';

export interface ProgramSessionParts {
  readonly team: Team;
  readonly member: Member;
  readonly purpose: Purpose;
  readonly holder: string;
  readonly token: string;
  /** A terminal that was started for its work ends with its session. Any other terminal waits for more work. */
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

  /** Null once the session has ended. */
  current(): Promise<Session | null> {
    return this.#parts.team.store.read((db) => this.currentIn(db));
  }

  currentIn(db: Db): Promise<Session | null> {
    const { team, token } = this.#parts;
    return sessionIfLive(db, token, { now: team.clock.now(), rules: team.rules.sessions });
  }

  /**
   * Begins again if others ended the session because this host seemed to be away, while the program lived on. Who was
   * removed from the project has no session any more.
   */
  async regain(): Promise<boolean> {
    const { team, member, token, isForOneWork } = this.#parts;
    if (isForOneWork) return false;
    const { projectId, agentId } = member;
    const isLost = await team.store.read(
      async (db) => (await endOf(db, token)) === 'gone' && (await isAssigned(db, projectId, agentId)),
    );
    return isLost && this.renew();
  }

  /** Begins another session with the program's token. False if it must not have one, or if another one is live. */
  async renew(): Promise<boolean> {
    const { team, member, purpose, holder, token, isForOneWork } = this.#parts;
    if (isForOneWork || (await team.look((db) => liveSession(db, { ...member, purpose })))) return false;
    await enterProject(team, { ...member, purpose, holder, token });
    return true;
  }
}
