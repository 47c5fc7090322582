/** Runs one of the commands that agents type all day, without a parser library. */
import { loadEntry } from '../../entries.js';
import type { OptionSpec } from '../spec/option.js';
import { readArguments } from './fast-arguments.js';

export interface FastCommand {
  readonly options: readonly OptionSpec[];
  /** How many arguments it takes, at least and at most. */
  readonly counts: readonly [number, number];
  /** It gets the words as they are, and reads them itself. */
  readonly readsItself?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the options are of the command's own table.
  readonly run: (args: readonly string[], options: any) => Promise<number> | number;
}

/** Where the words are not understood, or ask for help, the full command line explains. */
export async function runFast(command: FastCommand, words: readonly string[]): Promise<void> {
  const parsed = understand(command, words);
  // Nothing is left to do after that, and waiting for idle handles would only cost time.
  if (parsed) process.exit(await run(command, parsed, words));
  await loadMain();
}

export async function loadMain(): Promise<void> {
  const { main } = loadEntry('main') as { main: (argv: readonly string[]) => Promise<void> };
  await main(process.argv.slice(2));
}

interface Parsed {
  readonly args: readonly string[];
  readonly options: unknown;
}

function understand({ options, counts, readsItself }: FastCommand, words: readonly string[]): Parsed | null {
  if (readsItself) return words[0] === '--help' || words[0] === '-h' ? null : { args: words, options: {} };
  try {
    const parsed = readArguments(words, options);
    const [least, most] = counts;
    return parsed && parsed.args.length >= least && parsed.args.length <= most ? parsed : null;
  } catch {
    return null;
  }
}

async function run(command: FastCommand, { args, options }: Parsed, words: readonly string[]): Promise<number> {
  try {
    return await command.run(args, options);
  } catch (error) {
    const { report, wantsJson } = await import('./report.js');
    return report(error, { json: wantsJson(words) });
  }
}
