/** Processes on macOS, read from the output of `ps`. */
import { readersIn, TERMINAL_COLUMNS, TerminalLooks, terminalRow } from './darwin-terminal.js';
import { INSTANCE_VARIABLE, type ProcessFacts, type ProcessRow } from './process-facts.js';
import { StartTimes } from './start-times.js';

/** The locale and time zone of `ps`. Dates can only be compared if both sides use the same. */
export const PLAIN_LOCALE = { LC_ALL: 'C', TZ: 'UTC0' } as const;

export const darwin: ProcessFacts = {
  startTimeOf: (pid) => startTimes.of(pid),
  parentLookup: () => {
    const parents = new Map(darwin.list().map((row) => [row.pid, row.parent]));
    return (pid) => parents.get(pid);
  },
  list: () => darwinRows(['-ax']),
  withEnvironment: (name, values) =>
    ps(['-x', '-E', '-ww', '-o', 'pid=', '-o', 'command='])
      .filter((line) => values.some((value) => `${line} `.includes(` ${name}=${value} `)))
      .map((line) => Number.parseInt(line, 10)),
  // On macOS both ways to start a child (libuv and node-pty) close everything by default.
  inheritableDescriptors: () => [],
  descriptorPath: () => null,
  terminalReaders: (pid) => readersIn(terminalLooks.rows(), pid),
  // A plus says so. Only those who have a terminal have one.
  isInForeground: () => {
    const [row = ''] = ps(['-p', String(process.pid), '-o', 'stat=', '-o', 'tpgid=']);
    const [state = '+', foreground] = row.trim().split(/\s+/);
    return state.includes('+') || !(Number(foreground) > 0);
  },
  lookAtTerminals: () => terminalLooks.refresh(),
  sttyOf: (path) => ['-f', path],
  // It may change even if there was nothing to read.
  notesReads: false,
  // macOS has no way to read the bytes of an argument.
  isCommandLineText: () => true,
  shellFunctions: `
list() {
  rows=
  IFS='
'
  for line in $(ps -ax -o pid= -o ppid= -o pgid= -o stat= -o lstart=); do
    IFS=' '
    set -- $line
    case "$4" in Z*) ;; *) rows="$rows $1/$2/$3/$5_$6_$7_$8_$9" ;; esac
  done
  unset IFS
}
marked() {
  ps -x -E -ww -o pid= -o command= | while read -r pid rest; do
    case " $rest " in *" ${INSTANCE_VARIABLE}=$instance "*) echo "$pid" ;; esac
  done
}`,
};

const startTimes = new StartTimes({ list: () => darwin.list(), exists, nowMs: () => performance.now() });

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function darwinRows(which: readonly string[]): ProcessRow[] {
  const columns = ['pid=', 'ppid=', 'pgid=', 'stat=', 'lstart='].flatMap((column) => ['-o', column]);
  return ps([...which, ...columns]).flatMap((line) => {
    const [pid, parent, group, state, ...start] = line.split(/\s+/);
    if (state === undefined || state.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), session: Number(group), startTime: start.join('_') }];
  });
}

const terminalArgs = ['-ax', '-ww', ...TERMINAL_COLUMNS.flatMap((column) => ['-o', column])];
const terminalLooks = new TerminalLooks({
  list: () => ps(terminalArgs).map(terminalRow),
  listMeanwhile: async () => (await psMeanwhile(terminalArgs)).map(terminalRow),
  nowMs: () => performance.now(),
});

const options = () =>
  ({ encoding: 'utf8', env: { ...process.env, ...PLAIN_LOCALE }, maxBuffer: 64 * 1024 * 1024 }) as const;

function ps(args: readonly string[]): string[] {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  return linesOf(spawnSync('ps', args, options()).stdout ?? '');
}

function psMeanwhile(args: readonly string[]): Promise<string[]> {
  const { execFile } = process.getBuiltinModule('node:child_process');
  return new Promise((resolve, reject) => {
    execFile('ps', args, options(), (error, stdout) => (error ? reject(error) : resolve(linesOf(stdout))));
  });
}

function linesOf(output: string): string[] {
  return output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
