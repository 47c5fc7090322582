/** Reads the files in which some agents record their prompts: the strongest proof that a message was accepted. */
import { closeSync, type Dirent, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** Only the end of a file matters, and a long session may have a large one. */
const MOST_BYTES = 4 * 2 ** 20;

export class Transcript {
  readonly #patterns: readonly string[];
  readonly #since: number;

  /** Patterns such as `~/.agent/logs/*.jsonl`, with `$NAME` for variables of the program's environment. */
  constructor(patterns: readonly string[], env: Readonly<Record<string, string | undefined>>, since: number) {
    this.#patterns = patterns.flatMap((pattern) => expand(pattern, env) ?? []);
    this.#since = since;
  }

  /** Whether the agent has recorded a text that contains this mark, in a file that was changed since then. */
  has(mark: string, since = this.#since): boolean {
    const spelled = JSON.stringify(mark).slice(1, -1);
    return this.#patterns.flatMap(filesOf).some((file) => isIn(file, spelled, since));
  }
}

/** Claude Code writes down what waits in its queue, but a queue is lost when it is killed. */
const NO_PROOF = /"operation":\s*"enqueue"/;

function isIn(file: string, mark: string, since: number): boolean {
  try {
    const { mtimeMs, size } = statSync(file);
    if (mtimeMs < since) return false;
    const lines = endOf(file, size).split('\n');
    return lines.some((line) => line.includes(mark) && !NO_PROOF.test(line));
  } catch {
    return false;
  }
}

function endOf(file: string, size: number): string {
  const fd = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(size, MOST_BYTES));
    const read = readSync(fd, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8', 0, read);
  } finally {
    closeSync(fd);
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
