/** A tiny shell that reads a pipe from the daemon. When the daemon dies, it ends the program and all its descendants. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Socket } from 'node:net';
import { inheritableDescriptors, PLAIN_LOCALE, type ProgramMarks, shellFunctions } from '../../processes.js';

export interface Watchdog {
  /** Null while it is restarting. */
  readonly pid: number | null;
  /** Tells it to exit, and resolves when it is gone. */
  stop(): Promise<void>;
}

const RESTART_AFTER_MS = 500;
const STOP_LIMIT_MS = 1_000;

/** What ends with the program. */
export interface Watched extends ProgramMarks {
  /** The folder through which its commands ask the daemon. They notice the death of the daemon by its absence. */
  readonly spool?: string | null;
}

export function startWatchdog(marks: Watched): Watchdog {
  return new ShellWatchdog(marks);
}

class ShellWatchdog implements Watchdog {
  readonly #marks: Watched;
  #child: ChildProcess | null = null;
  #restart: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(marks: Watched) {
    this.#marks = marks;
    this.#start();
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#restart);
    const child = this.#child;
    if (!child) return;
    await new Promise<void>((resolve) => {
      const limit = setTimeout(() => {
        child.kill('SIGKILL');
        resolve();
      }, STOP_LIMIT_MS);
      child.once('exit', () => {
        clearTimeout(limit);
        resolve();
      });
      child.stdin?.end('done\n');
    });
  }

  #start(): void {
    const child = spawnShell();
    this.#child = child;
    const { programPid, programStartTime, instance, spool } = this.#marks;
    child.stdin?.on('error', () => {});
    child.stdin?.write(`${programPid} ${programStartTime || '-'} ${instance} ${spool ?? ''}\n`);
    child.once('error', () => this.#onGone(child));
    child.once('exit', () => this.#onGone(child));
    child.unref();
    (child.stdin as Socket | null)?.unref();
  }

  #onGone(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = null;
    if (this.#isStopped) return;
    this.#restart = setTimeout(() => this.#start(), RESTART_AFTER_MS).unref();
  }
}

/** Runs in its own session, so that signals to the terminal or to the daemon's process group do not reach it. */
function spawnShell(): ChildProcess {
  const nothing = openSync('/dev/null', 'r+');
  try {
    return spawn('/bin/sh', ['-c', watchdogScript(), 'synapse-watchdog'], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore', ...covered(inheritableDescriptors(), nothing)],
      env: { PATH: `${process.env.PATH ?? ''}:/usr/bin:/bin`, ...PLAIN_LOCALE },
    });
  } finally {
    closeSync(nothing);
  }
}

/**
 * Replaces the descriptors that the child would inherit with /dev/null. They include terminal masters, which node-pty does
 * not mark, and a watchdog that holds one would keep the terminal from hanging up.
 */
function covered(descriptors: readonly number[], nothing: number): ('ignore' | number)[] {
  return Array.from({ length: Math.max(2, ...descriptors) - 2 }, (_, index) =>
    descriptors.includes(index + 3) ? nothing : 'ignore',
  );
}

/**
 * Reads "pid start instance spool" and then waits for input. The line "done" ends it; the end of the input means that the daemon
 * died. It then removes the spool folder, asks everything that belongs to the program to exit, waits a little more than a second, and kills what is
 * left until two looks find nothing. $known remembers orphans, with their start time because a pid may be reused. A look
 * reads all of /proc, so there are few of them: many daemons may have died at once.
 */
function watchdogScript(): string {
  return `set -f
${shellFunctions()}
sweep() {
  list
  marks=" $(echo $(marked)) "
  tree=' ' victims= reused= grown=1
  for row in $rows; do
    [ "\${row%%/*}" = "$program" ] && [ "\${row##*/}" != "$start" ] && reused=1
  done
  while [ -n "$grown" ]; do
    grown=
    for row in $rows; do
      pid=\${row%%/*} rest=\${row#*/}
      parent=\${rest%%/*} rest=\${rest#*/}
      session=\${rest%%/*}
      case "$tree" in *" $pid "*) continue ;; esac
      case "$pid" in $$|1|0|*[!0-9]*) continue ;; esac
      belongs || continue
      tree="$tree$pid " grown=1 victims="$victims $pid" known="$known$pid/\${row##*/} "
    done
  done
}
belongs() {
  case "$tree" in *" $parent "*) return 0 ;; esac
  case "$marks" in *" $pid "*) return 0 ;; esac
  case "$known" in *" $pid/\${row##*/} "*) return 0 ;; esac
  [ -z "$reused" ] && { [ "$pid" = "$program" ] || [ "$session" = "$program" ]; }
}
read -r program start instance spool
[ -n "$instance" ] && [ "$program" -gt 1 ] || exit 0
while read -r word; do [ "$word" = done ] && exit 0; done
case "$spool" in */synapse-spool-*) rm -rf -- "$spool" ;; esac 2>/dev/null
anyone() {
  for pid in $victims; do kill -s 0 "$pid" && return 0; done
  return 1
}
pause() { sleep 0.2 || sleep 1; }
known=' ' round=0 quiet=0 asked=
while [ "$round" -lt 12 ] && [ "$quiet" -lt 2 ]; do
  sweep
  quiet=$((quiet + 1)) round=$((round + 1))
  if [ -n "$victims" ] && [ -z "$asked" ]; then
    quiet=0 asked=1
    for signal in HUP TERM CONT; do kill -s "$signal" $victims; done
    for turn in 1 2 3 4 5 6; do anyone && pause; done
  elif [ -n "$victims" ]; then
    quiet=0
    kill -s KILL $victims
  fi
  pause
done 2>/dev/null
`;
}
