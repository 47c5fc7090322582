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

/** A process that gets what is typed into a terminal now. */
export interface TerminalReader {
  /** Its executable, if that is known. */
  readonly executable: string | null;
  /** Its command line. */
  readonly words: readonly string[];
  /** Whether the terminal is not that of the program, but one that a process of the program has opened, as `script` does. */
  readonly isInner: boolean;
}

/** Leaves out zombies, which have no resources left and cannot be signalled. */
export interface ProcessFacts {
  startTimeOf(pid: number): string | null;
  parentLookup(): (pid: number) => number | undefined;
  list(): ProcessRow[];
  /** The processes in whose environment the variable has one of these values, with one look at all of them. */
  withEnvironment(name: string, values: readonly string[]): number[];
  inheritableDescriptors(): number[];
  /** Where a descriptor of another process can be opened; null where the system has no such place. */
  descriptorPath(pid: number, fd: number): string | null;
  /** The program with this pid and its descendants, as far as they read a terminal and are in its foreground. */
  terminalReaders(pid: number): TerminalReader[];
  /** Whether this process is in the foreground of its terminal, so that it may draw there. */
  isInForeground(): boolean;
  /** Makes the next answer of `terminalReaders` a new one, without blocking, where a look costs a process. */
  lookAtTerminals(): Promise<void>;
  /** The arguments of `stty` that name another terminal than its own. */
  sttyOf(path: string): readonly string[];
  /** Whether the time of access of a terminal changes when something is read from it, and only then. */
  readonly notesReads: boolean;
  isCommandLineText(): boolean;
  /** `list` sets $rows to words pid/parent/session/start; `marked` prints the pids that carry $instance. */
  readonly shellFunctions: string;
}

/** Marks everything that a program starts. */
export const INSTANCE_VARIABLE = 'SYNAPSE_INSTANCE';
