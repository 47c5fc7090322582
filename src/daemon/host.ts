/** What a daemon needs from its process, so that a test can run a daemon inside its own. */
import type { Clock } from '../clock.js';
import type { Started } from '../launch/daemon-spec.js';

export interface DaemonHost {
  readonly clock: Clock;
  /** The environment of the daemon itself. That of its program is in the spec. */
  readonly env: NodeJS.ProcessEnv;
  /** Tells the launcher that the daemon runs. Only the first call counts. */
  answer(started: Started): void;
  /** Calls back when the process is asked to end, with the name of the signal. */
  onSignal(listener: (signal: string) => void): void;
  /** Calls back with an uncaught error. The process ends right after that. */
  onBug(listener: (error: unknown) => void): void;
  /** Called when the daemon has ended and left nothing behind, or has given up with a code other than 0. */
  exit(code: number): void;
}
