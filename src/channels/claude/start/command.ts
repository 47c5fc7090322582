/** Reads a command that starts Claude Code, and adds arguments to it. */
import { basename } from 'node:path';

export interface ClaudeCommand {
  /** Everything up to the program itself, such as `env X=1 claude`. */
  readonly head: readonly string[];
  readonly args: readonly string[];
}

/** Null if no session opens in the terminal, or if it cannot be seen which word is the program. */
export function readCommand(command: readonly string[]): ClaudeCommand | null {
  const at = command.findIndex(isClaude);
  if (at < 0) return null;
  const args = command.slice(at + 1);
  const isSession = !SUBCOMMANDS.has(args[0] ?? '') && !optionsOf(args).some((word) => WITHOUT_SESSION.has(word));
  return isSession ? { head: command.slice(0, at + 1), args } : null;
}

/** The value of the last such option, or null. */
export function optionValue(args: readonly string[], option: string): string | null {
  const words = optionsOf(args);
  const at = words.findLastIndex((word) => word === option || word.startsWith(`${option}=`));
  const word = words[at];
  if (word === undefined) return null;
  return word === option ? (words[at + 1] ?? null) : word.slice(option.length + 1);
}

/** The arguments without any such option and its value. */
export function without(args: readonly string[], option: string): string[] {
  const count = optionsOf(args).length;
  const isOption = (index: number) => index >= 0 && index < count && args[index] === option;
  return args.filter(
    (word, index) => !isOption(index) && !isOption(index - 1) && !(index < count && word.startsWith(`${option}=`)),
  );
}

export function hasOption(args: readonly string[], option: string): boolean {
  return optionsOf(args).some((word) => word === option || word.startsWith(`${option}=`));
}

/** What follows a bare `--` is never an option. */
function optionsOf(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return end < 0 ? args : args.slice(0, end);
}

/** `claude`, a wrapper with that word in its name, or the script inside the package. */
function isClaude(word: string): boolean {
  if (word.startsWith('-') || word.includes('=')) return false;
  return basename(word).includes('claude') || /claude-code\/[^/]+\.[cm]?js$/.test(word);
}

const WITHOUT_SESSION = new Set(['-p', '--print', '-v', '--version', '-h', '--help', '--bg', '--background']);
const SUBCOMMANDS = new Set([
  'agents',
  'auth',
  'config',
  'doctor',
  'gateway',
  'install',
  'mcp',
  'migrate-installer',
  'plugin',
  'plugins',
  'project',
  'remote-control',
  'setup-token',
  'ultrareview',
  'update',
  'upgrade',
]);
