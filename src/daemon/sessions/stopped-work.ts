/** Notices that a person stopped everything in the home, and keeps the work that was waiting then from starting. */
import { stoppedAllAt } from '../../registry/stopped-all.js';
import { keepDown, keptDownAt } from '../../team/sessions/stopped-with-all.js';
import type { Team } from '../../team/team.js';

export class StoppedWork {
  readonly #team: Team;
  readonly #home: string;
  #doneAt = 0;

  constructor(team: Team, home: string) {
    this.#team = team;
    this.#home = home;
  }

  /** The first daemon that looks does it for all. Work that is given after that is new. */
  async keepDown(): Promise<void> {
    const stoppedAt = stoppedAllAt(this.#home);
    if (stoppedAt <= this.#doneAt) return;
    const { store, hostId } = this.#team;
    if ((await store.read((db) => keptDownAt(db, hostId))) < stoppedAt) {
      const { isAlive } = this.#team.rules.sessions;
      await this.#team.change((tx, now) => keepDown(tx, stoppedAt, { now, isAlive, hostId }));
    }
    this.#doneAt = stoppedAt;
  }
}
