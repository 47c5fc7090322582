/** What a process that opens the team brings with it. */
import type { Clock } from '../clock.js';
import type { Alarm } from './alarm.js';
import type { Commit, Interest } from './change.js';
import type { Refusals } from './people/refusals.js';

export interface TeamOptions {
  /** The path of its file, or the address of its server. */
  readonly place: string;
  /** The host of this process, for stores that several hosts share. */
  readonly hostId?: string;
  /** Where the logs of executions on this host are. */
  readonly logsDir?: string;
  /** Where the daemons of a host share their connections. */
  readonly placesDir?: string | null;
  /** Its name for people. */
  readonly hostName?: string;
  /** Called with what other hosts have committed, to tell the other daemons of this one. */
  readonly onNews?: (commits: readonly Commit[]) => void;
  readonly clock: Clock;
  /** Whether the process that holds a terminal's session is still alive. */
  readonly isAlive: (holder: string) => boolean;
  /** What identifies this process to the others. */
  readonly holder?: string;
  /** Shared by all processes that have this store open. */
  readonly alarm?: Alarm;
  /** Whether other processes report changes for this agent here. */
  readonly isOwn?: (interest: Interest) => boolean;
  readonly env?: NodeJS.ProcessEnv;
  /** The environment of a project, whose limits come before those of this process. */
  readonly envOf?: (projectId: string) => NodeJS.ProcessEnv;
  /** Shared with what answers while there is no team. */
  readonly refusals?: Refusals;
  /** Called after a commit here, to tell the other daemons. */
  readonly onCommit?: (commit: Commit) => void;
  readonly onTrouble?: (what: string, reason: string) => void;
}
