/** A value that is created on first use and kept. If that fails, for example because of too many open files, the next use tries again. */
export class Once<Made> {
  readonly #make: () => Promise<Made>;
  #made: Promise<Made> | null = null;

  constructor(make: () => Promise<Made>) {
    this.#make = make;
  }

  get(): Promise<Made> {
    this.#made ??= this.#make().catch((error: unknown) => {
      this.#made = null;
      throw error;
    });
    return this.#made;
  }

  /** Whether it is made, or just being made. */
  get isUsed(): boolean {
    return this.#made !== null;
  }

  /** Null if nobody has used it, or it could not be made. */
  async ifUsed(): Promise<Made | null> {
    try {
      return await this.#made;
    } catch {
      return null;
    }
  }
}
