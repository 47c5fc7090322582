/**
 * Tells a client which of the resources it watches have changed. Something may have happened whenever the daemon says so;
 * whether a resource has changed is found out by reading it as the caller, so nobody learns of what they may not read.
 */

export interface ChangeSource {
  /** The resource as the caller sees it now. */
  readonly read: (uri: string) => Promise<unknown>;
  /** Calls back whenever something may have changed, until the signal ends it. */
  readonly listen: (onNews: () => void, signal: AbortSignal) => void;
}

const MOST_WATCHED = 100;

export class Changes {
  readonly #source: ChangeSource;
  readonly #onChange: (uri: string) => void;
  /** What each watched resource was like when the client was last told, by its address. */
  readonly #watched = new Map<string, string>();
  #listening: AbortController | null = null;
  #looking: Promise<void> | null = null;
  #lookAgain = false;

  constructor(source: ChangeSource, onChange: (uri: string) => void) {
    this.#source = source;
    this.#onChange = onChange;
  }

  /** Whatever changes after this has resolved is told. */
  async watch(uri: string): Promise<void> {
    if (this.#watched.size >= MOST_WATCHED || this.#watched.has(uri)) return;
    this.#watched.set(uri, '');
    if (!this.#listening) {
      this.#listening = new AbortController();
      this.#source.listen(() => this.#look(), this.#listening.signal);
    }
    const now = await this.#read(uri);
    if (this.#watched.get(uri) === '') this.#watched.set(uri, now);
  }

  unwatch(uri: string): void {
    this.#watched.delete(uri);
    if (this.#watched.size === 0) this.close();
  }

  close(): void {
    this.#watched.clear();
    this.#listening?.abort();
    this.#listening = null;
  }

  /** One look at a time: whatever happens during one is seen by the next. */
  #look(): void {
    this.#lookAgain = true;
    this.#looking ??= this.#lookWhileAsked().finally(() => {
      this.#looking = null;
    });
  }

  async #lookWhileAsked(): Promise<void> {
    while (this.#lookAgain) {
      this.#lookAgain = false;
      for (const [uri, before] of [...this.#watched]) {
        // The first look is under way.
        if (before === '') continue;
        const now = await this.#read(uri);
        if (!this.#watched.has(uri) || now === before) continue;
        this.#watched.set(uri, now);
        this.#onChange(uri);
      }
    }
  }

  async #read(uri: string): Promise<string> {
    try {
      return JSON.stringify(await this.#source.read(uri)) ?? 'null';
    } catch (error) {
      return `cannot be read: ${(error as { code?: unknown }).code}`;
    }
  }
}
