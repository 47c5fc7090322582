/**
 * Asks a wrapper of Codex whether it takes an option of ours: a script may add others that contradict it, or the same one
 * again, and then Codex ends at once. Without a terminal it says so and does nothing else.
 */
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { findExecutable } from '../../terminal/program/resolve-program.js';
import type { StartFacts } from '../front-door.js';

/** It takes about 200 ms on an idle machine. One that says nothing in this time does not complain. */
const LIMIT_MS = 5_000;
const MOST_TEXT = 10_000;
/** Such as `ERROR: --no-daemon cannot be used with --remote.` */
const COMPLAINT = /^error: *(.*?)\.?$/gim;

interface Question extends Pick<StartFacts, 'cwd' | 'env'> {
  /** What runs Codex, without its arguments. */
  readonly program: readonly string[];
  /** The one that it may complain about. */
  readonly option: string;
  readonly limitMs?: number;
}

/** What the program says against the option in this command; null if it takes it, as far as is known. */
export async function complaintAbout(
  command: readonly string[],
  { program, option, cwd, env, limitMs = LIMIT_MS }: Question,
): Promise<string | null> {
  if (isCodexItself(program, { cwd, env })) return null;
  const printed = await run(command, { cwd, env }, limitMs);
  const complaints = [...printed.matchAll(COMPLAINT)].map(([, words = '']) => words);
  return complaints.find((words) => words.includes(option)) ?? null;
}

/** Not a wrapper, so it adds nothing. */
function isCodexItself(program: readonly string[], { cwd, env }: Pick<StartFacts, 'cwd' | 'env'>): boolean {
  const word = program.at(-1) ?? '';
  if (program.length > 1) return true;
  const file = findExecutable({ file: word, cwd, env });
  try {
    return file === undefined || basename(realpathSync(file)) === 'codex.js';
  } catch {
    return false;
  }
}

/** What it prints until it ends. Everything that it started ends with it. */
function run([file = '', ...args]: readonly string[], options: Pick<StartFacts, 'cwd' | 'env'>, limitMs: number) {
  return new Promise<string>((resolve) => {
    let printed = '';
    const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const end = () => {
      clearTimeout(timer);
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
      resolve(printed);
    };
    const timer = setTimeout(end, limitMs);
    const read = (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(0, MOST_TEXT);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', end);
    child.once('exit', () => setTimeout(end, 50));
    child.once('close', end);
  });
}
