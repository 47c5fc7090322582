/** The process of a daemon: reads its spec from stdin, runs the daemon, and reports to the launcher on descriptor 3. */
import { closeSync, readFileSync, writeSync } from 'node:fs';
import { systemClock } from '../clock.js';
import { asSynapseError, fail, type SynapseError } from '../errors.js';
import { type DaemonSpec, READY_FD } from '../launch/daemon-spec.js';
import type { DaemonHost } from './host.js';
import { startDaemon } from './start-daemon.js';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const BUG_EXIT_CODE = 70;

async function main(): Promise<void> {
  const spec = JSON.parse(readFileSync(0, 'utf8')) as DaemonSpec;
  try {
    await startDaemon(spec, processHost());
  } catch (error) {
    tellLauncher(whyNotStarted(error).toBody());
    process.exit(1);
  }
}

function processHost(): DaemonHost {
  return {
    clock: systemClock,
    env: process.env,
    answer: (started) => tellLauncher({ ...started }),
    onSignal: (listener) => {
      for (const signal of SIGNALS) process.on(signal, listener);
    },
    onBug: (listener) => {
      const die = (error: unknown) => {
        listener(error);
        process.exit(BUG_EXIT_CODE);
      };
      process.on('uncaughtException', die);
      process.on('unhandledRejection', die);
    },
    exit: (code) => process.exit(code),
  };
}

let isTold = false;

function tellLauncher(answer: Record<string, unknown>): void {
  if (isTold) return;
  isTold = true;
  try {
    writeSync(READY_FD, `${JSON.stringify(answer)}\n`);
    closeSync(READY_FD);
  } catch {
    // The launcher is gone. The daemon runs anyway.
  }
}

/** A native module that was not compiled, or was compiled for another Node, is a problem of the installation, not a bug. */
function whyNotStarted(error: unknown): SynapseError {
  const { code, message } = error as NodeJS.ErrnoException;
  const isNative = code === 'ERR_DLOPEN_FAILED' || NOT_COMPILED.test(message);
  return isNative ? fail('native_module_broken', { reason: message.split('\n')[0] }) : asSynapseError(error);
}

/** The messages of better-sqlite3 and node-pty. */
const NOT_COMPILED =
  /^(?:Could not locate the bindings file|Cannot find module '(?:better-sqlite3'|\.\.\/prebuilds\/)|The @lydell\/node-pty package)/;

void main();
