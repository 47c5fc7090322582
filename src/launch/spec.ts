/** What a daemon is told when it is started, and what it answers once it runs. */
import type { Profile } from '../profiles/profile.js';

export interface DaemonSpec {
  readonly home: string;
  /** A person's daemon has no program, and so no profile. */
  readonly profile: Profile | null;
  /** The program and its arguments; empty for a person. */
  readonly command: readonly string[];
  readonly id: string | null;
  readonly name: string | null;
  readonly role: string | null;
  readonly port: number | null;
  readonly project: string | null;
  /** The agent of the team whose session this is; null where it is that of its own id. */
  readonly member: string | null;
  /** The work for which a daemon started it; null where a person did. */
  readonly why: string | null;
  /** What the session of a project agent is for. */
  readonly purpose: 'task' | 'chat';
  /** Who stands above it, if it is declared in its project by this start. */
  readonly parent: string | null;
  readonly cwd: string;
  /** The program's environment, before what Synapse adds. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder that holds the `synapse` command. */
  readonly binDir: string;
  readonly size: { readonly cols: number; readonly rows: number };
  /** The program runs once a viewer is there, and ends with that viewer unless it detaches. */
  readonly foreground: boolean;
  /** What it was started from, in short, to see later whether its declaration has changed. */
  readonly fingerprint?: string | null;
}

export interface Started {
  readonly id: string;
  readonly type: string;
  readonly port: number;
  readonly pid: number;
  readonly program_pid: number | null;
  readonly endpoint: string;
  readonly socket: string;
}

/** The descriptor on which the launcher waits for one line: `Started`, or an error body. */
export const READY_FD = 3;
