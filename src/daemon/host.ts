/** The process a daemon runs in, reduced to what the daemon needs of it, so that a test can run a daemon inside its own. */
import type { Clock } from '../clock.js';
import type { Started } from '../launch/daemon-spec.js';

export interface DaemonHost {
  readonly clock: Clock;
  /** The environment of the daemon itself; its program has the one in the spec. */
  readonly env: NodeJS.ProcessEnv;
  /** Tells whoever launched the daemon that it runs. May be called more than once; only the first call counts. */
  answer(started: Started): void;
  /** Calls back when the process is asked to end, with the name of the signal. */
  onSignal(listener: (signal: string) => void): void;
  /** Calls back with an error nobody caught; the process ends right after that. */
  onBug(listener: (error: unknown) => void): void;
  /** The daemon has ended and has left nothing behind, or gave up with a code other than 0. */
  exit(code: number): void;
}
