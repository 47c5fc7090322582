/** Answers clients that watch the whole home. The code for that is loaded for the first of them. */
import { join } from 'node:path';
import { fail } from '../../errors.js';
import { agentPaths } from '../../paths.js';
import { hasReceivers } from '../../registry/notice-receivers.js';
import { fieldsOf, secondsParameter, textField } from '../http/door/fields.js';
import type { Exchange } from '../http/exchange.js';
import { openEvents } from '../http/streams.js';
import { Lookers } from './notices/lookers.js';
import type { Observer, ObserverParts } from './observer.js';
import type { RememberedIds } from './remembered-ids.js';

/** A viewer that was cut off and comes back within this time continues where it stopped. */
const LINGER_MS = 30_000;

export class ActivityRequests {
  readonly #parts: Omit<ObserverParts, 'dismissed'> & { readonly isPerson: boolean };
  #dismissed: RememberedIds | null = null;
  #observer: Promise<Observer> | null = null;
  #leaving: NodeJS.Timeout | null = null;
  readonly #lookers: Lookers;
  #isClosed = false;

  constructor(parts: Omit<ObserverParts, 'dismissed'> & { readonly isPerson: boolean }) {
    this.#parts = parts;
    this.#lookers = new Lookers(parts.context);
  }

  /** Only for people, because an agent must not see the mail of others. */
  async stream({ request, response, query, caller }: Exchange): Promise<undefined> {
    const { isPerson, context } = this.#parts;
    if (!isPerson || this.#isClosed) throw fail('forbidden', { caller: caller.id, agent: context.self.id });
    const pastS = secondsParameter(query, 'past');
    const observer = await this.#use();
    if (hasReceivers(context.home)) observer.giveNotices(() => this.#lookers.isAnybody());
    const viewer = openEvents(response);
    const last = request.headers['last-event-id'];
    viewer.signal.addEventListener('abort', () => {
      observer.leave(viewer);
      this.#leaveSoon(observer);
    });
    if (viewer.signal.aborted) return this.#leaveSoon(observer);
    await observer.show(viewer, {
      since: query.get('since') ?? (typeof last === 'string' ? last : null),
      past: pastS === null ? null : context.clock.now() - pastS * 1000,
    });
  }

  /** Takes a failure off the list of what needs the person, for good. */
  async dismiss({ body, caller }: Exchange): Promise<unknown> {
    const { isPerson, context } = this.#parts;
    if (!isPerson) throw fail('forbidden', { caller: caller.id, agent: context.self.id });
    const id = textField(fieldsOf(await body()), 'id') ?? '';
    const { canBeDismissed } = await import('./needs.js');
    if (!canBeDismissed(id)) throw fail('invalid_request', { reason: 'Only failures can be dismissed.' });
    (await this.#dismissals()).add(id);
    (await this.#observer?.catch(() => null))?.dismiss(id);
    return { success: true, id };
  }

  /** Somebody has to be told what waits for the person, also while nobody watches. */
  start(): void {
    const { isPerson, context } = this.#parts;
    if (!isPerson) return;
    this.#lookers.begin();
    if (!hasReceivers(context.home)) return;
    this.#use().catch((error: Error) => context.log.error('cannot watch', { reason: error.message }));
  }

  /** The person looks at a page. Returns a function that says that they do not any more. */
  look(): () => void {
    return this.#lookers.look();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#leaving) clearTimeout(this.#leaving);
    (await this.#observer?.catch(() => null))?.close();
  }

  #use(): Promise<Observer> {
    if (this.#leaving) clearTimeout(this.#leaving);
    this.#observer ??= this.#start().catch((error: unknown) => {
      this.#observer = null;
      throw error;
    });
    return this.#observer;
  }

  async #start(): Promise<Observer> {
    const { Observer: Watching } = await import('./observer.js');
    const observer = new Watching({ ...this.#parts, dismissed: await this.#dismissals() });
    await observer.start();
    if (hasReceivers(this.#parts.context.home)) observer.giveNotices(() => this.#lookers.isAnybody());
    return observer;
  }

  async #dismissals(): Promise<RememberedIds> {
    const { RememberedIds: Ids } = await import('./remembered-ids.js');
    const { home, self } = this.#parts.context;
    this.#dismissed ??= new Ids(join(agentPaths(home, self.id).dir, 'dismissed.json'));
    return this.#dismissed;
  }

  #leaveSoon(observer: Observer): undefined {
    if (observer.isWatched || this.#isClosed) return;
    if (this.#leaving) clearTimeout(this.#leaving);
    this.#leaving = setTimeout(() => {
      if (observer.isWatched || hasReceivers(this.#parts.context.home)) return;
      this.#observer = null;
      observer.close();
    }, LINGER_MS).unref();
  }
}
