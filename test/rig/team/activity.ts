/** Watches the stream of everything that happens, as the page and the feed do. */
import type { IncomingMessage } from 'node:http';
import { expect } from 'vitest';
import type { Activity, Snapshot } from '../../../src/a2a/activity.js';
import type { Agent } from '../home/agent.js';

export class ActivityStream {
  readonly snapshots: Snapshot[] = [];
  readonly changes: Activity[] = [];
  isEnded = false;
  readonly #response: IncomingMessage;

  private constructor(response: IncomingMessage) {
    this.#response = response;
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      const events = (rest + chunk).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) this.#take(event);
    });
    response.on('error', () => {});
    response.on('close', () => {
      this.isEnded = true;
    });
  }

  static async open(person: Agent, query = ''): Promise<ActivityStream> {
    const response = await person.open(`/activity${query}`, { socket: true });
    expect(response.statusCode).toBe(200);
    return new ActivityStream(response);
  }

  /** The first snapshot. */
  async snapshot(): Promise<Snapshot> {
    await expect.poll(() => this.snapshots.length, { interval: 5, timeout: 20_000 }).toBeGreaterThan(0);
    return this.snapshots[0] as Snapshot;
  }

  /** The first change that fits. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at the fields of the change that it waits for.
  async until(fits: Record<string, unknown>): Promise<any> {
    const found = () => this.changes.find((change) => isLike(change, fits));
    await expect.poll(found, { interval: 5, timeout: 20_000, message: JSON.stringify(fits) }).toBeDefined();
    return found();
  }

  of(event: Activity['event']): Activity[] {
    return this.changes.filter((change) => change.event === event);
  }

  close(): void {
    this.#response.destroy();
  }

  #take(text: string): void {
    const data = text.split('\n').find((line) => line.startsWith('data: '));
    if (!data) return;
    const { event, snapshot, change } = JSON.parse(data.slice('data: '.length));
    if (event === 'snapshot') this.snapshots.push(snapshot);
    else this.changes.push(change);
  }
}

function isLike(change: object, fits: Record<string, unknown>): boolean {
  return Object.entries(fits).every(([key, value]) => {
    const found = (change as Record<string, unknown>)[key];
    return typeof value === 'object' && value !== null ? isLike(Object(found), { ...value }) : found === value;
  });
}
