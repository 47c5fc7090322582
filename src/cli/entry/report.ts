/** Turns errors into sentences, JSON and exit codes; the only place that does. */
import { asSynapseError, fail, SynapseError, TYPED_COMMAND } from '../../errors.js';
import { languageOf } from '../../i18n/language.js';
import { readableStack } from '../../readable-stack.js';
import { printJson, printNote } from '../print/stdio.js';

export interface ReportStyle {
  readonly json: boolean;
  /** Colors the first word, on a terminal. */
  readonly paint?: (word: string) => string;
}

/** Reports an error and returns its exit code. JSON goes to stdout, sentences to stderr. */
export function report(error: unknown, style: ReportStyle): number {
  const known = toKnown(error).in(languageOf(process.env));
  const paint = style.paint ?? ((word) => word);
  if (style.json) printJson(known.toBody());
  else printNote(`${paint('error:')} ${known.toText()}`);
  if (process.env.SYNAPSE_DEBUG && error instanceof Error) printNote(readableStack(error));
  return known.exit;
}

/** Puts the command into a hint that leaves it open, such as "Run `synapse <command> --help`". */
export function naming(path: string, error: unknown): unknown {
  if (!(error instanceof SynapseError) || !error.hint?.includes(TYPED_COMMAND)) return error;
  const texts = { message: error.message, hint: error.hint.replace(TYPED_COMMAND, path) };
  const named = new SynapseError(error.code, error.details, texts);
  if (error.stack !== undefined) named.stack = error.stack;
  return named;
}

/** Looks for `--json` before any `--` in the bare words, because an error may come before they are parsed. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json');
}

/** What the system may not know about the user, by the call that failed. */
const UNKNOWN: Readonly<Record<string, { readonly reason: string; readonly hint: string }>> = {
  uv_cwd: { reason: 'The current folder no longer exists.', hint: 'cd to another folder and try again.' },
  uv_os_get_passwd: { reason: 'This user has no name.', hint: 'Set SYNAPSE_HUMAN to a name and try again.' },
  uv_os_homedir: { reason: 'This user has no home folder.', hint: 'Set SYNAPSE_HOME to a folder of your own.' },
};

const NO_ACCESS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);

/** Failures of the file system become errors that the user can do something about. */
function toKnown(error: unknown): SynapseError {
  if (error instanceof SynapseError) return error;
  const { code = '', path, message, syscall } = error as NodeJS.ErrnoException;
  const unknown = UNKNOWN[syscall ?? ''];
  if (unknown) return new SynapseError('invalid_request', unknown, { hint: unknown.hint });
  if (path && NO_ACCESS.has(code)) return fail('home_unusable', { path, reason: message });
  if (code === 'EIO') return fail('storage_failed', { path: path ?? 'the home folder', reason: message });
  return asSynapseError(error);
}
