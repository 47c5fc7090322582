/** Keeps the mail of a daemon within its limits: checks a minute after the start, and then every ten minutes. */
import { CHECK_EVERY_MS, retentionOf } from '../../storage/retention.js';
import { pruneMail } from '../../taskstore/prune-mail.js';
import type { DaemonContext } from '../context.js';

const FIRST_MS = 60_000;

export class MailRetention {
  readonly #context: Pick<DaemonContext, 'store' | 'clock' | 'env' | 'log'>;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(context: Pick<DaemonContext, 'store' | 'clock' | 'env' | 'log'>) {
    this.#context = context;
  }

  start(): void {
    this.#lookIn(FIRST_MS);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #lookIn(ms: number): void {
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#look(), ms).unref();
  }

  async #look(): Promise<void> {
    const { store, clock, env, log } = this.#context;
    try {
      const deleted = await pruneMail(store, retentionOf(env), clock.now());
      if (deleted > 0) log.info('deleted old mail', { deleted });
    } catch (error) {
      if (!this.#isClosed) log.error('old mail', { reason: (error as Error).message });
    }
    this.#lookIn(CHECK_EVERY_MS);
  }
}
