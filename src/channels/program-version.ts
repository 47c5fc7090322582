/** Asks a program for its version, and remembers the answer for as long as its file stays the same. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface VersionQuestion {
  /** The program and its arguments. Only the program, and a script that it runs, are asked. */
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where answers are kept. */
  readonly cache: string;
  /** Finds the file that a command word means; null if there is none. */
  readonly resolve: (word: string) => string | null;
  readonly limitMs?: number;
}

type Known = Record<string, string | null>;

const LIMIT_MS = 15_000;
/** With more than this, the answers are collected anew. */
const MOST_KNOWN = 64;
const INTERPRETERS = /^(?:node|bun|deno|python3?)$/;

/** Such as `2.1.325`; null if it does not say. Rejects if it takes too long, as on a busy machine; then it is asked again. */
export async function versionOf(question: VersionQuestion): Promise<string | null> {
  const words = programWords(question.command);
  const files = words.map((word, index) => (index === 0 ? question.resolve(word) : word));
  if (files.some((file) => file === null)) return null;
  const key = (files as string[]).map(fingerprint).join('|');
  const known = readKnown(question.cache);
  if (Object.hasOwn(known, key)) return known[key] ?? null;
  const version = await ask(files as string[], question);
  remember(question.cache, { ...(Object.keys(known).length < MOST_KNOWN ? known : {}), [key]: version });
  return version;
}

/** `node /opt/agent.js --flag` is asked as `node /opt/agent.js --version`. */
export function programWords([program = '', script]: readonly string[]): readonly string[] {
  const isScript =
    INTERPRETERS.test(program.split('/').at(-1) ?? '') && script !== undefined && !script.startsWith('-');
  return isScript ? [program, script] : [program];
}

/** The first thing in a text that looks like a version. */
export function versionIn(text: string): string | null {
  return /\b(\d+\.\d+\.\d+)\b/.exec(text)?.[1] ?? null;
}

/** -1, 0 or 1, by the numbers of both. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number)) as [number[], number[]];
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

function ask(
  [file = '', ...args]: readonly string[],
  { cwd, env, limitMs = LIMIT_MS }: VersionQuestion,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env, timeout: limitMs, killSignal: 'SIGKILL' } as const;
    const child = execFile(file, [...args, '--version'], options, (error, stdout) => {
      if (error?.killed) reject(new Error(`It did not tell its version within ${limitMs / 1000} seconds.`));
      else resolve(error ? null : versionIn(stdout));
    });
    child.stdin?.end();
  });
}

function fingerprint(file: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(file);
    return `${file}:${ino}:${size}:${mtimeMs}`;
  } catch {
    return file;
  }
}

function readKnown(cache: string): Known {
  try {
    const known: unknown = JSON.parse(readFileSync(cache, 'utf8'));
    return typeof known === 'object' && known !== null ? (known as Known) : {};
  } catch {
    return {};
  }
}

/** Without it, the next start only asks again. */
function remember(cache: string, known: Known): void {
  try {
    mkdirSync(dirname(cache), { recursive: true });
    writeFileSync(`${cache}.${process.pid}`, JSON.stringify(known));
    renameSync(`${cache}.${process.pid}`, cache);
  } catch {
    // A full or read-only disk.
  }
}
