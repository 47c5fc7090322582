/** Records which people have a page in front of them, in a file each, so that the daemons of other people in this home know too. */
import { join } from 'node:path';
import { ensurePrivateDir } from '../../../paths.js';
import { isRunning } from '../../../registry/entry.js';
import type { Registry } from '../../../registry/registry.js';
import { namesIn, removeIfThere, writeWhole } from '../../../registry/whole-files.js';
import type { DaemonContext } from '../../context.js';

type Context = Pick<DaemonContext, 'home' | 'registry' | 'log'> & { readonly self: { readonly id: string } };

export class Lookers {
  readonly #context: Context;
  readonly #dir: string;
  readonly #here = new Set<object>();

  constructor(context: Context) {
    this.#context = context;
    this.#dir = join(context.home, 'notices', 'looking');
  }

  /** A daemon that was killed could not say that its pages are gone. */
  begin(): void {
    this.#write(() => removeIfThere(this.#own));
  }

  /** The person looks at a page. Returns a function that says that they do not any more. */
  look(): () => void {
    const looking = {};
    this.#here.add(looking);
    if (this.#here.size === 1)
      this.#write(() => {
        ensurePrivateDir(this.#dir);
        writeWhole(this.#own, '');
      });
    return () => {
      if (this.#here.delete(looking) && this.#here.size === 0) this.#write(() => removeIfThere(this.#own));
    };
  }

  isAnybody(): boolean {
    return this.#here.size > 0 || namesIn(this.#dir).some((id) => this.#isOtherDaemon(this.#context.registry, id));
  }

  get #own(): string {
    return join(this.#dir, this.#context.self.id);
  }

  #isOtherDaemon(registry: Registry, id: string): boolean {
    const agent = id === this.#context.self.id ? null : registry.get(id);
    return agent !== null && isRunning(agent);
  }

  /** The page works on a disk that is full. */
  #write(change: () => void): void {
    try {
      change();
    } catch (error) {
      this.#context.log.error('cannot note who looks', { reason: (error as Error).message });
    }
  }
}
