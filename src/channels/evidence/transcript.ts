/**
 * Reads the files in which some agents record their prompts. They record a prompt before they ask the model with it, so
 * that it is stored proves little: a program that ends in that moment has asked nobody. An answer behind it is proof.
 */
import { closeSync, type Dirent, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isAnswer, type Recorded, strongest } from './recorded.js';

/** Only the end of a file matters, and a long session may have a large one. */
const MOST_BYTES = 4 * 2 ** 20;

/** What a database of conversations says about a mark that is spelled as in JSON; null if it cannot be read as one. */
export type DatabaseReader = (file: string, mark: string, since: number) => Recorded | null;

export class Transcript {
  readonly #patterns: readonly string[];
  readonly #since: number;

  readonly #inDatabase: DatabaseReader;

  /** Patterns such as `~/.agent/logs/*.jsonl`, with `$NAME` for variables of the program's environment. */
  constructor(
    patterns: readonly string[],
    env: Readonly<Record<string, string | undefined>>,
    since: number,
    inDatabase: DatabaseReader = () => null,
  ) {
    this.#patterns = patterns.flatMap((pattern) => expand(pattern, env) ?? []);
    this.#since = since;
    this.#inDatabase = inDatabase;
  }

  /** What the files that were changed since then say about a text that contains this mark. */
  fateOf(mark: string, since = this.#since): Recorded {
    const spelled = JSON.stringify(mark).slice(1, -1);
    return strongest(this.#patterns.flatMap(filesOf).flatMap((file) => this.#fatesIn(file, spelled, since)));
  }

  /** A database that cannot be read as one contains texts as they are, and so does the file with what is new in it. */
  #fatesIn(file: string, mark: string, since: number): Recorded[] {
    if (!file.endsWith('.db')) return [fateInLines(file, mark, since)];
    const fate = this.#inDatabase(file, mark, since);
    return fate === null ? [file, `${file}-wal`].map((each) => fateInLines(each, mark, since)) : [fate];
  }
}

/** Claude Code writes down what waits in its queue, but a queue is lost when it is killed. */
const NO_PROOF = /"operation":\s*"enqueue"/;

function fateInLines(file: string, mark: string, since: number): Recorded {
  try {
    const { mtimeMs, size } = statSync(file);
    if (mtimeMs < since) return 'absent';
    const lines = endOf(file, size).split('\n');
    const at = lines.findIndex((line) => line.includes(mark) && !NO_PROOF.test(line) && !isAnswer(line));
    if (at < 0) return 'absent';
    return lines.slice(at + 1).some(isAnswer) ? 'answered' : 'stored';
  } catch {
    return 'absent';
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
