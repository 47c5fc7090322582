/** The outside agents of the home, which have no daemon: what their files say, and when that changes. */
import { type Watching, watchFolder } from '../../../files/watch.js';
import { ensurePrivateDir, externalDir } from '../../../paths.js';
import type { KnownAgent } from '../../../registry/entry.js';
import { asKnownAgent, listExternals, readContact, readExternal } from '../../../registry/externals.js';

export class OutsideCards {
  readonly #home: string;
  #watching: Watching | null = null;

  constructor(home: string) {
    this.#home = home;
  }

  /** Returns their names, and says which of them has changed from then on. */
  start(onChange: (name: string) => void): readonly string[] {
    const dir = externalDir(this.#home);
    ensurePrivateDir(dir);
    this.#watching = watchFolder(dir, (file) => {
      const name = /^(.+)\.(?:agent|contact)\.json$/.exec(file)?.[1];
      if (name !== undefined) onChange(name);
    });
    return listExternals(this.#home).map(({ name }) => name);
  }

  get(name: string): KnownAgent | null {
    const external = readExternal(this.#home, name);
    return external && asKnownAgent(external, readContact(this.#home, name));
  }

  close(): void {
    this.#watching?.close();
  }
}
