/** Reads the files in which some agents record their prompts: the strongest proof that a message was accepted. */
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** Earlier content of a long session does not matter, and may be large. */
const MOST_BYTES = 4 * 2 ** 20;

export class Transcript {
  readonly #patterns: readonly string[];
  readonly #since: number;

  /** Patterns such as `~/.agent/logs/*.jsonl`, with `$NAME` for variables of the program's environment. */
  constructor(patterns: readonly string[], env: Readonly<Record<string, string | undefined>>, since: number) {
    this.#patterns = patterns.flatMap((pattern) => expand(pattern, env) ?? []);
    this.#since = since;
  }

  /** Whether the agent has recorded a text that contains this mark. */
  has(mark: string): boolean {
    const spelled = JSON.stringify(mark).slice(1, -1);
    return this.#patterns.flatMap(filesOf).some((file) => this.#isIn(file, spelled));
  }

  #isIn(file: string, mark: string): boolean {
    try {
      const { mtimeMs, size } = statSync(file);
      return mtimeMs >= this.#since && size <= MOST_BYTES && readFileSync(file, 'utf8').includes(mark);
    } catch {
      return false;
    }
  }
}

function expand(pattern: string, env: Readonly<Record<string, string | undefined>>): string[] {
  const path = pattern.replace(/^~(?=\/)/, env.HOME ?? '').replace(/\$(\w+)/g, (_, name: string) => env[name] ?? '');
  const isKnown = isAbsolute(path) && !(pattern.startsWith('$') && path.startsWith('//'));
  return isKnown ? [path] : [];
}

/** `*` matches anything within one name. */
function filesOf(pattern: string): string[] {
  let found = ['/'];
  for (const part of pattern.split('/').filter(Boolean)) {
    const fits = new RegExp(`^${part.split('*').map(literally).join('.*')}$`);
    found = part.includes('*')
      ? found.flatMap((dir) => entriesOf(dir).flatMap(({ name }) => (fits.test(name) ? join(dir, name) : [])))
      : found.map((dir) => join(dir, part));
  }
  return found;
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function entriesOf(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    return [];
  }
}
