/** Processes on macOS, read from the output of `ps`. */
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
  withEnvironment: (name, value) =>
    ps(['-x', '-E', '-ww', '-o', 'pid=', '-o', 'command='])
      .filter((line) => `${line} `.includes(` ${name}=${value} `))
      .map((line) => Number.parseInt(line, 10)),
  // On macOS both ways to start a child (libuv and node-pty) close everything by default.
  inheritableDescriptors: () => [],
  terminalReaders: (pid) => {
    const rows = terminalRows();
    const program = rows.find((row) => row.pid === pid);
    if (!program) return [];
    const tree = new Set([pid]);
    for (const member of tree) for (const row of rows) if (row.parent === member) tree.add(row.pid);
    const isReader = (row: TerminalRow) =>
      tree.has(row.pid) && row.group === row.foreground && /^tty/.test(row.terminal);
    return rows
      .filter(isReader)
      .map(({ words, terminal }) => ({ executable: null, words, isInner: terminal !== program.terminal }));
  },
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

interface TerminalRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly foreground: number;
  readonly terminal: string;
  readonly words: readonly string[];
}

function terminalRows(): TerminalRow[] {
  const columns = ['pid=', 'ppid=', 'pgid=', 'tpgid=', 'tty=', 'command='].flatMap((column) => ['-o', column]);
  return ps(['-ax', '-ww', ...columns]).map((line) => {
    const [pid, parent, group, foreground, terminal = '', ...words] = line.split(/\s+/);
    const numbers = { pid: Number(pid), parent: Number(parent), group: Number(group), foreground: Number(foreground) };
    return { ...numbers, terminal, words };
  });
}

function ps(args: readonly string[]): string[] {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { stdout } = spawnSync('ps', args, {
    encoding: 'utf8',
    env: { ...process.env, ...PLAIN_LOCALE },
    maxBuffer: 64 * 1024 * 1024,
  });
  return (stdout ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
