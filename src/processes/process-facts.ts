/** What Synapse asks the system about processes. Linux and macOS each have an implementation. */

/** A pid is reused sooner or later. Together with the start time it identifies one process uniquely. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string;
}

export interface ProcessRow extends ProcessIdentity {
  readonly parent: number;
  /** On macOS this is the process group, because `ps` does not show the session. */
  readonly session: number;
}

/** Leaves out zombies, which have no resources left and cannot be signalled. */
export interface ProcessFacts {
  startTimeOf(pid: number): string | null;
  parentLookup(): (pid: number) => number | undefined;
  list(): ProcessRow[];
  withEnvironment(name: string, value: string): number[];
  inheritableDescriptors(): number[];
  isCommandLineText(): boolean;
  /** `list` sets $rows to words pid/parent/session/start; `marked` prints the pids that carry $instance. */
  readonly shellFunctions: string;
}

/** Marks everything that a program starts. */
export const INSTANCE_VARIABLE = 'SYNAPSE_INSTANCE';
