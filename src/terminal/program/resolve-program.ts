/** Finds the program to start, and reports everything that can go wrong before anything is forked. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, resolve } from 'node:path';
import { SynapseError } from '../../errors.js';
import { inheritableDescriptors } from '../../processes.js';

export interface Program {
  /** A path, or a name that is looked up on the PATH of `env`. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

export interface CommandLine {
  readonly file: string;
  readonly args: string[];
}

/** What the system uses for a process without a PATH. */
const DEFAULT_PATH = '/bin:/usr/bin';

/** The command to fork for this program. Throws `program_not_found` if it cannot run. */
export function commandLine(program: Program): CommandLine {
  checkFolder(program);
  if (!findExecutable(program)) throw missing(program);
  const foreign = inheritableDescriptors();
  return foreign.length === 0 ? { file: program.file, args: [...program.args] } : closing(foreign, program);
}

function checkFolder(program: Program): void {
  const found = statSync(program.cwd, { throwIfNoEntry: false });
  if (!found) throw notFound(program, `there is no folder ${program.cwd}`);
  if (!found.isDirectory()) throw notFound(program, `${program.cwd} is not a folder`);
  if (!isAllowed(program.cwd)) throw notFound(program, `the folder ${program.cwd} cannot be entered`);
}

export function findExecutable({ file, cwd, env }: Pick<Program, 'file' | 'cwd' | 'env'>): string | undefined {
  return candidates(file, cwd, env).find((path) => isFile(path) && isAllowed(path));
}

function candidates(file: string, cwd: string, env: NodeJS.ProcessEnv): string[] {
  if (file === '') return [];
  if (file.includes('/')) return [resolve(cwd, file)];
  return (env.PATH ?? DEFAULT_PATH).split(delimiter).map((folder) => resolve(cwd, folder, file));
}

/** The hint is what would make this very file a program, if it is there. */
function missing(program: Program) {
  const { file, cwd, env } = program;
  const [first] = candidates(file, cwd, env).filter((path) => statSync(path, { throwIfNoEntry: false }));
  if (first && isFile(first)) return notFound(program, `${first} is not executable`, `chmod +x ${first}`);
  if (first) return notFound(program, `${first} is not a file`, 'Name a program.');
  if (file.includes('/')) return notFound(program, 'there is no such file', `ls ${dirname(resolve(cwd, file))}`);
  return notFound(program, 'it is not on the PATH');
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isAllowed(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function notFound({ file }: Program, reason: string, hint?: string) {
  return new SynapseError('program_not_found', { program: file, reason }, hint === undefined ? {} : { hint });
}

/** Shells that can close descriptors above 9, with options that keep them from reading the user's startup files. */
const CLOSING_SHELLS = [
  ['bash', '-p'],
  ['zsh', '-f'],
  ['busybox', 'sh'],
] as const;

/**
 * On Linux a child inherits every descriptor that is not close-on-exec: node-pty's masters of other terminals, and what
 * this process inherited above number 15. Node cannot set that flag, so a shell closes them on the way.
 */
function closing(descriptors: readonly number[], program: Program): CommandLine {
  const closings = descriptors.map((fd) => `${fd}>&-`).join(' ');
  for (const [name, option] of CLOSING_SHELLS) {
    const file = findExecutable({ file: name, cwd: program.cwd, env: process.env });
    if (file) return { file, args: [option, '-c', `exec ${closings}; exec "$@"`, 'sh', program.file, ...program.args] };
  }
  throw notFound(program, `it would inherit foreign files, and there is no ${CLOSING_SHELLS[0][0]} to close them`);
}
