/** Distinguishes a shell that would execute what is typed into it from one that runs a script. */

/** True for `bash`, `zsh -il`, `env FOO=1 sh`, `sudo bash -s`; false for `bash agent.sh` and `sh -c '…'`. */
export function isInteractiveShell(command: readonly string[]): boolean {
  const [program = '', ...args] = withoutWrappers(command);
  return SHELLS.has(baseName(program)) && readsCommandsFromTerminal(args);
}

const SHELLS = new Set(
  'sh bash rbash zsh fish dash ash ksh ksh93 mksh oksh csh tcsh pwsh nu elvish xonsh yash'.split(' '),
);
const WRAPPERS = new Set('env sudo doas nohup setsid nice stdbuf time exec command busybox toybox'.split(' '));
const TERMINAL_FILES = new Set(['-', '/dev/stdin', '/dev/tty', '/dev/fd/0', '/proc/self/fd/0']);
/** Options that take the next word as their value, so that word is not a script. */
const WITH_VALUE = new Set(['--rcfile', '--init-file', '--init-command', '-o', '+o', '-O', '+O', '-C']);

function withoutWrappers(command: readonly string[]): readonly string[] {
  let rest = command;
  while (WRAPPERS.has(baseName(rest[0] ?? ''))) {
    let next = 1;
    while (isWrapperWord(rest[next])) next++;
    rest = rest.slice(next);
  }
  return rest;
}

function isWrapperWord(word: string | undefined): boolean {
  return word !== undefined && (word.startsWith('-') || /^[A-Za-z_]\w*=/.test(word) || /^\d+$/.test(word));
}

function readsCommandsFromTerminal(args: readonly string[]): boolean {
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? '';
    if (word === '--') return TERMINAL_FILES.has(args[index + 1] ?? '-');
    if (!/^[-+]./.test(word)) return TERMINAL_FILES.has(word);
    if (isShortGroup(word) && word.includes('s')) return true;
    if ((isShortGroup(word) && word.includes('c')) || word === '--command' || word === '-Command') return false;
    if (WITH_VALUE.has(word)) index++;
  }
  return true;
}

function isShortGroup(word: string): boolean {
  return /^-[A-Za-z]{1,6}$/.test(word) && word !== '-Command';
}

function baseName(program: string): string {
  return program.replace(/^.*\//, '').replace(/^-/, '').toLowerCase();
}
