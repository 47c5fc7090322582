/** On Linux: which processes of a program read a terminal now. Only its own processes are looked at, because this is done for every message. */
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import type { TerminalReader } from './process-facts.js';

/** The fields of /proc/<pid>/stat that say what a process has to do with its terminal. */
interface Stat {
  readonly pid: number;
  readonly group: number;
  /** The device number of its controlling terminal; 0 if it has none. */
  readonly terminal: number;
  /** The process group in the foreground of that terminal. */
  readonly foreground: number;
}

/** /dev/tty, which is the controlling terminal of whoever opens it. */
const CONTROLLING_TERMINAL = 0x500;

export function terminalReaders(pid: number): TerminalReader[] {
  const program = statOf(pid);
  if (!program) return [];
  // The leader of the foreground group may be an orphan.
  const tree = treeOf([pid, program.foreground]);
  const readers = tree.flatMap((stat) => {
    const terminal = terminalReadBy(stat, program.terminal);
    return terminal === null ? [] : [{ pid: stat.pid, isInner: terminal !== program.terminal }];
  });
  return [...readers, ...fedBy(readers, tree)].map(({ pid: reader, isInner }) => ({
    executable: executableOf(reader),
    words: wordsOf(reader),
    isInner,
  }));
}

/** True without a controlling terminal, in which nobody else has the foreground either. */
export function isInForeground(pid: number): boolean {
  const stat = statOf(pid);
  return !stat || stat.foreground <= 0 || stat.group === stat.foreground;
}

interface Reader {
  readonly pid: number;
  readonly isInner: boolean;
}

/**
 * The later processes of a pipeline, such as the shell in `cat | sh`, get what the first one reads. A process that a program
 * keeps as a tool does not, because the program writes to it on another descriptor than its standard output.
 */
function fedBy(readers: readonly Reader[], tree: readonly Stat[]): Reader[] {
  const fed: Reader[] = [];
  for (let writers = readers; writers.length > 0; ) {
    const outputs = new Map(writers.flatMap(({ pid, isInner }) => pipesAt(pid, 1).map((pipe) => [pipe, isInner])));
    if (outputs.size === 0) break;
    const isKnown = ({ pid }: Stat) => [...readers, ...fed].some((each) => each.pid === pid);
    writers = tree
      .filter((stat) => !isKnown(stat))
      .flatMap(({ pid }) => pipesAt(pid, 0).map((pipe) => ({ pid, isInner: outputs.get(pipe) })))
      .flatMap(({ pid, isInner }) => (isInner === undefined ? [] : [{ pid, isInner }]));
    fed.push(...writers);
  }
  return fed;
}

/** The pipe at this descriptor, as a list of one or none. */
function pipesAt(pid: number, descriptor: number): string[] {
  try {
    const stats = statSync(`/proc/${pid}/fd/${descriptor}`);
    return stats.isFIFO() ? [`${stats.dev}:${stats.ino}`] : [];
  } catch {
    return [];
  }
}

function terminalReadBy(stat: Stat, programTerminal: number): number | null {
  const input = inputOf(stat);
  // A process in another session, as after `setsid`, can read the terminal too.
  if (input !== stat.terminal) return input === programTerminal ? input : null;
  // A process in the background that reads is stopped.
  return stat.group === stat.foreground ? input : null;
}

/** The device number of its standard input if that is a device; its terminal if that cannot be known, as after `sudo`. */
function inputOf({ pid, terminal }: Stat): number | null {
  try {
    const { rdev } = statSync(`/proc/${pid}/fd/0`);
    if (rdev === 0) return null;
    return rdev === CONTROLLING_TERMINAL ? terminal : rdev;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' && terminal !== 0 ? terminal : null;
  }
}

function treeOf(roots: readonly number[]): Stat[] {
  const pids = new Set(roots);
  const found: Stat[] = [];
  for (const pid of pids) {
    const stat = pid > 1 ? statOf(pid) : null;
    if (!stat) continue;
    found.push(stat);
    for (const child of childrenOf(pid)) pids.add(child);
  }
  return found;
}

/** Each thread has its own children. */
function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const lists = threads.map((thread) => readOrEmpty(`/proc/${pid}/task/${thread}/children`));
    return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  } catch {
    return [];
  }
}

function statOf(pid: number): Stat | null {
  const line = readOrEmpty(`/proc/${pid}/stat`);
  // The name in brackets may contain anything.
  const end = line.lastIndexOf(')');
  const [state, , group, , terminal, foreground] = line.slice(end + 2).split(' ');
  if (line === '' || state === 'Z' || state === 'X') return null;
  return { pid, group: Number(group), terminal: Number(terminal), foreground: Number(foreground) };
}

/** Null for a process of another user. */
function executableOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '');
  } catch {
    return null;
  }
}

function wordsOf(pid: number): string[] {
  return readOrEmpty(`/proc/${pid}/cmdline`).split('\0').slice(0, -1);
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
