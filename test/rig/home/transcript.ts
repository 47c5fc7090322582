/** The file in which a scripted program records what it reads, and ways to wait for a line. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { watchFolder } from '../../../src/files/watch.js';

export class Transcript {
  constructor(private readonly file: string) {}

  lines(): string[] {
    if (!existsSync(this.file)) return [];
    const whole = readFileSync(this.file, 'utf8').split('\n').slice(0, -1);
    return whole.map((line) => JSON.parse(line) as string);
  }

  line(fits: string | RegExp): Promise<string> {
    const isIt = (line: string) => (typeof fits === 'string' ? line.includes(fits) : fits.test(line));
    return this.#until(() => this.lines().find(isIt));
  }

  /** All lines, once there are that many. */
  count(atLeast: number): Promise<string[]> {
    return this.#until(() => {
      const lines = this.lines();
      return lines.length >= atLeast ? lines : undefined;
    });
  }

  #until<T>(look: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const watching = watchFolder(dirname(this.file), (name) => {
        if (name === basename(this.file)) check();
      });
      const check = () => {
        const found = look();
        if (found === undefined) return;
        watching.close();
        resolve(found);
      };
      check();
    });
  }
}
