/** Runs a command without commander. Where the words need explaining, the full command line takes over. */
import { loadEntry } from '../../entries.js';
import { loadSettings } from '../config/load-settings.js';
import type { CommandSpec, SpecToParse } from '../spec/command.js';
import { parseQuickly, type Words } from '../spec/quick-parse.js';

/** As much of a command as it takes to run it. */
export type QuickCommand = SpecToParse & Pick<CommandSpec, 'path' | 'readsItself' | 'load'>;

export async function runQuickly(spec: QuickCommand, words: readonly string[]): Promise<void> {
  const parsed = spec.readsItself ? ownWords(words) : parseQuickly(spec, words);
  // Nothing is left to do afterwards, and waiting for idle handles would only cost time.
  if (parsed) process.exit(await run(spec, parsed, words));
  await loadMain();
}

export async function loadMain(): Promise<void> {
  const { main } = loadEntry('main') as { main: (argv: readonly string[]) => Promise<void> };
  await main(process.argv.slice(2));
}

function ownWords(words: readonly string[]): Words | null {
  return words[0] === '--help' || words[0] === '-h' ? null : { args: words, options: {} };
}

async function run(spec: QuickCommand, { args, options }: Words, words: readonly string[]): Promise<number> {
  try {
    await loadSettings();
    const command = await spec.load();
    return await command(args, options);
  } catch (error) {
    const { naming, report, wantsJson } = await import('./report.js');
    return report(naming(spec.path, error), { json: wantsJson(words) });
  }
}
