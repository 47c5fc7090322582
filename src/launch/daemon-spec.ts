/** What a daemon is told when it is started, and what it answers once it runs. */
import type { ChannelName, Profile } from '../profiles/profile.js';

export interface DaemonSpec {
  readonly home: string;
  /** Null for a person, whose daemon has no program. */
  readonly profile: Profile | null;
  /** The program and its arguments; empty for a person. */
  readonly command: readonly string[];
  /** The channels that may be used, if the person narrowed the choice. */
  readonly channels?: readonly ChannelName[] | null;
  /** Whether messages may reach an interactive shell, which executes them. */
  readonly allowShell?: boolean;
  readonly id: string | null;
  readonly name: string | null;
  readonly role: string | null;
  readonly port: number | null;
  readonly project: string | null;
  /** The work that a daemon started it for; null if a person started it. */
  readonly why: string | null;
  /** When it was launched: `stop --all` after that means it, too. */
  readonly launchedAt?: number;
  /** The file that says that it is being launched; see `registry/launches.ts`. */
  readonly launchFile?: string | null;
  /** The purpose of the session of a project agent. */
  readonly purpose: 'task' | 'chat';
  /** Its parent, if this start declares it in its project. */
  readonly parent: string | null;
  readonly cwd: string;
  /** The environment of the program, without the variables that Synapse adds. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder that holds the `synapse` command. */
  readonly binDir: string;
  readonly size: { readonly cols: number; readonly rows: number };
  /** If set, the program starts when the first viewer connects, and ends with that viewer unless it detaches. */
  readonly foreground: boolean;
  /** A fingerprint of what it was started from, to see later whether its declaration has changed. */
  readonly fingerprint?: string | null;
}

export interface Started {
  /** The session of the terminal that was started; null for a person. */
  readonly session: string | null;
  readonly id: string;
  readonly type: string;
  readonly port: number;
  readonly pid: number;
  readonly program_pid: number | null;
  readonly endpoint: string;
  readonly socket: string;
}

/** The descriptor on which the launcher reads one line: `Started`, or an error body. */
export const READY_FD = 3;
