/** Finds and ends processes. Everything that differs between Linux and macOS is in `processes/`. */
import { darwin } from './processes/darwin.js';
import { linux } from './processes/linux.js';
import {
  INSTANCE_VARIABLE,
  type ProcessFacts,
  type ProcessIdentity,
  type ProcessRow,
  type TerminalReader,
} from './processes/process-facts.js';

export { PLAIN_LOCALE } from './processes/darwin.js';
export type { ProcessIdentity, TerminalReader } from './processes/process-facts.js';

export interface ProgramMarks {
  readonly programPid: number;
  readonly programStartTime: string;
  /** The value of SYNAPSE_INSTANCE in the program's environment. */
  readonly instance: string;
}

export interface EndLimits {
  /** How long to wait after the polite signals before SIGKILL. */
  readonly graceMs?: number;
  /** How long to repeat SIGKILL before the rest counts as survivors. */
  readonly killMs?: number;
  /** The polite signals. SIGCONT comes last, so that a stopped process wakes up and handles them. */
  readonly signals?: readonly NodeJS.Signals[];
}

const GRACE_MS = 1_500;
const KILL_MS = 1_500;
const POLL_MS = 20;
const SWEEP_AGAIN_MS = 100;
const MOST_FREEZING_ROUNDS = 10;
const POLITE_SIGNALS: readonly NodeJS.Signals[] = ['SIGHUP', 'SIGTERM', 'SIGCONT'];

/** A word that stays the same while the process lives and differs if its pid is reused; null if the process is gone. */
export function startTimeOf(pid: number): string | null {
  return facts().startTimeOf(pid);
}

export function isSameProcess({ pid, startTime }: ProcessIdentity): boolean {
  return startTime !== '' && startTimeOf(pid) === startTime;
}

/** Nearest first, without process 1. */
export function ancestorsOf(pid: number): number[] {
  const parentOf = facts().parentLookup();
  const ancestors: number[] = [];
  const seen = new Set([pid]);
  for (let parent = parentOf(pid); parent !== undefined && parent > 1; parent = parentOf(parent)) {
    if (seen.has(parent)) break;
    seen.add(parent);
    ancestors.push(parent);
  }
  return ancestors;
}

/** All descendants of the given processes, without the processes themselves. */
export function descendantsOf(pids: readonly number[]): number[] {
  if (pids.length === 0) return [];
  const roots = new Set(pids);
  return [...withDescendants(roots, facts().list())].filter((pid) => !roots.has(pid));
}

/** The user's processes that have `name=value` in their environment, for one of the values. */
export function processesWithEnvironment(name: string, ...values: readonly string[]): number[] {
  return values.length === 0 ? [] : facts().withEnvironment(name, values);
}

/** The same lookup for a POSIX shell: the functions `list` and `marked`, see ProcessFacts. */
export function shellFunctions(): string {
  return facts().shellFunctions;
}

/** The descriptors that a child of this process would inherit, beyond the standard three. */
export function inheritableDescriptors(): number[] {
  return facts().inheritableDescriptors();
}

/** Where a descriptor of another process can be opened; null where the system has no such place. */
export function descriptorPath(pid: number, fd: number): string | null {
  return facts().descriptorPath(pid, fd);
}

/** The processes of a program that get what is typed into a terminal now. */
export function terminalReaders(pid: number): TerminalReader[] {
  return facts().terminalReaders(pid);
}

/** Whether this process is in the foreground of its terminal: not behind a shell that runs it with `&`. */
export function isInForeground(): boolean {
  return facts().isInForeground();
}

/** Call this before acting on `terminalReaders`, whose answer may otherwise be up to a second old. */
export function lookAtTerminals(): Promise<void> {
  return facts().lookAtTerminals();
}

/** The arguments of `stty` for the terminal at this path. */
export function sttyOf(path: string): readonly string[] {
  return facts().sttyOf(path);
}

/** Whether the time of access of a terminal changes when something is read from it, and only then. */
export function notesReads(): boolean {
  return facts().notesReads;
}

/** Whether the arguments of this process are valid UTF-8. */
export function isCommandLineText(): boolean {
  return facts().isCommandLineText();
}

/** The program, its session, everything that carries its marker, and all their descendants, but never the caller. */
export function programTree({ programPid, programStartTime, instance }: ProgramMarks): ProcessIdentity[] {
  const rows = facts().list();
  const roots = new Set(instance === '' ? [] : facts().withEnvironment(INSTANCE_VARIABLE, [instance]));
  // The system does not reuse the number of a live session, so if another process has it, the session is gone.
  const isReused = rows.some((row) => row.pid === programPid && row.startTime !== programStartTime);
  // Kernel threads, and processes that entered a container from outside, are in "session 0".
  if (programPid > 1 && !isReused) {
    for (const row of rows) if (row.pid === programPid || row.session === programPid) roots.add(row.pid);
  }
  const tree = withDescendants(roots, rows);
  return rows.filter(({ pid }) => tree.has(pid) && mayBeEnded(pid)).map(({ pid, startTime }) => ({ pid, startTime }));
}

/** Ends what `find` finds, politely at first, including what was forked meanwhile. Returns the survivors. */
export async function endProcesses(find: () => readonly ProcessIdentity[], limits: EndLimits = {}): Promise<number[]> {
  const { graceMs = GRACE_MS, killMs = KILL_MS, signals = POLITE_SIGNALS } = limits;
  const killAt = performance.now() + graceMs;
  // Starts with the first kill, because on a busy machine the first look alone may take that long.
  let endAt = Number.POSITIVE_INFINITY;
  const known = new Map<string, ProcessIdentity>();
  for (;;) {
    const left = stillAlive(find(), known);
    const now = performance.now();
    if (left.length === 0) return [];
    if (now >= endAt) return left.map(({ pid }) => pid);
    const isFirm = now >= killAt;
    if (isFirm) {
      freeze(find, known);
      for (const frozen of known.values()) signalProcess(frozen, ['SIGKILL']);
      endAt = Math.min(endAt, performance.now() + killMs);
    } else {
      for (const found of left) if (!known.has(nameOf(found))) signalProcess(found, signals);
      remember(left, known);
    }
    await untilGone(left, isFirm ? Math.min(performance.now() + SWEEP_AGAIN_MS, endAt) : killAt);
  }
}

function facts(): ProcessFacts {
  return process.platform === 'darwin' ? darwin : linux;
}

function withDescendants(roots: ReadonlySet<number>, rows: readonly ProcessRow[]): Set<number> {
  const children = new Map<number, number[]>();
  for (const { pid, parent } of rows) {
    const siblings = children.get(parent);
    if (siblings) siblings.push(pid);
    else children.set(parent, [pid]);
  }
  const tree = new Set(roots);
  for (const pid of tree) for (const child of children.get(pid) ?? []) tree.add(child);
  return tree;
}

/** Remembers what was found before, because an orphan is no longer below the program that started it. */
function stillAlive(found: readonly ProcessIdentity[], known: ReadonlyMap<string, ProcessIdentity>): ProcessIdentity[] {
  const all = new Map([...known.values(), ...found].map((identity) => [nameOf(identity), identity]));
  const alive = [...all.values()].filter((identity) => mayBeEnded(identity.pid) && isSameProcess(identity));
  const below = descendantsOf(alive.map(({ pid }) => pid)).flatMap((pid) => {
    const startTime = mayBeEnded(pid) ? startTimeOf(pid) : null;
    return startTime === null || all.has(nameOf({ pid, startTime })) ? [] : [{ pid, startTime }];
  });
  return [...alive, ...below];
}

/** Stops all processes before killing any, because the child of a process that dies while it forks would get lost. */
function freeze(find: () => readonly ProcessIdentity[], known: Map<string, ProcessIdentity>): void {
  const frozen = new Set<string>();
  for (let round = 0; round < MOST_FREEZING_ROUNDS; round += 1) {
    const fresh = stillAlive(find(), known).filter((identity) => !frozen.has(nameOf(identity)));
    if (fresh.length === 0) return;
    remember(fresh, known);
    for (const identity of fresh) {
      frozen.add(nameOf(identity));
      signalProcess(identity, ['SIGSTOP']);
    }
  }
}

function remember(found: readonly ProcessIdentity[], known: Map<string, ProcessIdentity>): void {
  for (const identity of found) known.set(nameOf(identity), identity);
}

function mayBeEnded(pid: number): boolean {
  return pid > 1 && pid !== process.pid;
}

function nameOf({ pid, startTime }: ProcessIdentity): string {
  return `${pid}/${startTime}`;
}

function signalProcess(target: ProcessIdentity, signals: readonly NodeJS.Signals[]): void {
  for (const signal of signals) {
    if (!isSameProcess(target)) return;
    try {
      process.kill(target.pid, signal);
    } catch {
      // It has just ended, or belongs to another user. The next look will show which.
    }
  }
}

async function untilGone(targets: readonly ProcessIdentity[], limitAt: number): Promise<void> {
  while (performance.now() < limitAt && targets.some(isSameProcess)) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
