/** Keeps the mail of a daemon within its limits: checks a minute after the start, and then every ten minutes. */
import { CHECK_EVERY_MS, retentionOf } from '../../storage/retention.js';
import { pruneMail } from '../../taskstore/prune-mail.js';
import { deleteOldFiles, filesDir } from '../a2a/received-files.js';
import type { DaemonContext } from '../context.js';

const FIRST_MS = 60_000;

type Context = Pick<DaemonContext, 'store' | 'clock' | 'env' | 'log' | 'home' | 'self'>;

export class MailRetention {
  readonly #context: Context;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(context: Context) {
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
    const { store, clock, env, log, home, self } = this.#context;
    const retention = retentionOf(env);
    try {
      const deleted = await pruneMail(store, retention, clock.now());
      if (retention.ageMs !== null) deleteOldFiles(filesDir(home, self.id), clock.now() - retention.ageMs);
      if (deleted > 0) log.info('deleted old mail', { deleted });
    } catch (error) {
      if (!this.#isClosed) log.error('old mail', { reason: (error as Error).message });
    }
    this.#lookIn(CHECK_EVERY_MS);
  }
}
