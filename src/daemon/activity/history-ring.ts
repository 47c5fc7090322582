/** The latest events, so that a viewer that was away can continue where it stopped. */
import { randomBytes } from 'node:crypto';
import type { Activity, Happening } from '../../a2a/activity.js';
import { toIso } from '../../clock.js';

const MOST_KEPT = 2_000;

export class HistoryRing {
  /** A cursor of another run says nothing here. */
  readonly #run = randomBytes(4).toString('hex');
  #kept: Activity[] = [];
  #count = 0;

  /** Where a viewer stands that has seen everything. */
  get cursor(): string {
    return this.#cursorAt(this.#count);
  }

  add(happening: Happening, at: number): Activity {
    this.#count += 1;
    const activity = { ...happening, cursor: this.cursor, at: toIso(at) };
    this.#kept.push(activity);
    // Now and then, because each time would move all of them.
    if (this.#kept.length >= 2 * MOST_KEPT) this.#kept = this.#kept.slice(-MOST_KEPT);
    return activity;
  }

  /** What happened after this place; null if that is not known any more. */
  after(cursor: string): readonly Activity[] | null {
    const [run, word = ''] = cursor.split('.');
    const place = Number(word);
    const missing = this.#count - place;
    if (run !== this.#run || !Number.isSafeInteger(place) || missing < 0 || missing > this.#kept.length) return null;
    return missing === 0 ? [] : this.#kept.slice(-missing);
  }

  #cursorAt(place: number): string {
    return `${this.#run}.${place}`;
  }
}
