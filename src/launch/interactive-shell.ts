/** Tells a shell that would execute what is typed into it from one that runs a script. */
import { basename } from 'node:path';
import type { TerminalReader } from '../processes.js';
import { splitWords } from '../profiles/split-words.js';
import { opensShell, withoutWrapper } from './shell-wrappers.js';

/**
 * Judges by the words of a command. True for `bash`, `zsh -il`, `env FOO=1 sh`, `timeout 9 sudo bash -s` and `sh -c sh`;
 * false for `bash agent.sh` and `sh -c './agent'`.
 */
export function isInteractiveShell(command: readonly string[]): boolean {
  const [program = '', ...args] = command;
  const name = nameOf(program);
  if (SHELLS.has(name)) return readsCommandsFromTerminal(args) || commandsIn(args).some(isInteractiveShell);
  const inner = withoutWrapper(name, args);
  return inner === null ? opensShell(name, args, isInteractiveShell) : inner.length > 0 && isInteractiveShell(inner);
}

/**
 * Judges by the processes that read the terminal. A shell with a terminal of its own, as behind `script` or `sudo`, gets the
 * keys too if the program passes them on, and not if it is only a tool of the program.
 */
export function executesLines(readers: readonly TerminalReader[], passesKeysOn: () => boolean): boolean {
  const shells = readers.filter(isShellProcess);
  return shells.some(({ isInner }) => !isInner) || (shells.length > 0 && passesKeysOn());
}

const SHELLS = new Set(
  'sh bash rbash zsh rzsh fish dash ash ksh ksh93 rksh mksh lksh oksh pdksh posh csh tcsh pwsh powershell nu elvish xonsh yash osh ysh'.split(
    ' ',
  ),
);
const TERMINAL_FILES = new Set(['-', '/dev/stdin', '/dev/tty', '/dev/fd/0', '/proc/self/fd/0']);
/** Options that take the next word as their value, so that word is not a script. */
const WITH_VALUE = new Set(['--rcfile', '--init-file', '--init-command', '-o', '+o', '-O', '+O', '-C']);

/** A shell that has been given another name is known by its executable. */
function isShellProcess({ executable, words: [program, ...args] }: TerminalReader): boolean {
  // It is just being replaced by another program.
  if (program === undefined) return false;
  const name = nameOf(program);
  if (SHELLS.has(name) || (executable !== null && SHELLS.has(nameOf(executable)))) {
    return readsCommandsFromTerminal(args);
  }
  return isInteractiveShell([program, ...args]);
}

function readsCommandsFromTerminal(args: readonly string[]): boolean {
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? '';
    if (word === '--') return TERMINAL_FILES.has(args[index + 1] ?? '-');
    if (!/^[-+]./.test(word)) return TERMINAL_FILES.has(word);
    if (isShortGroup(word) && word.includes('s')) return true;
    if (isCommandOption(word)) return false;
    if (WITH_VALUE.has(word)) index++;
  }
  return true;
}

/** The commands of `sh -c '…'`, if they are simple. One that is fed by a pipe or a file does not read the terminal. */
function commandsIn(args: readonly string[]): (readonly string[])[] {
  const script = args[args.findIndex(isCommandOption) + 1] ?? '';
  if (!args.some(isCommandOption)) return [];
  const commands = script.split(/&&|\|\||[;\n]/).filter((command) => !/[|<]/.test(command));
  return commands.map((command) => splitWords(command.trim()) ?? []);
}

function isCommandOption(word: string): boolean {
  return (isShortGroup(word) && word.includes('c')) || word === '--command' || word === '-Command';
}

function isShortGroup(word: string): boolean {
  return /^-[A-Za-z]{1,6}$/.test(word) && word !== '-Command';
}

/** A login shell has a hyphen before its name. */
function nameOf(program: string): string {
  return basename(program).replace(/^-/, '').toLowerCase();
}
