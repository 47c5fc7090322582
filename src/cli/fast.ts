/** Where `synapse` begins: the commands agents type all day run from here, everything else loads the full command line. */
import { loadEntry } from '../entries.js';
import { runListJson } from './commands/list-json.js';
import { runReply } from './commands/reply.js';
import { runSend } from './commands/send.js';
import { readArguments } from './fast-arguments.js';
import type { OptionSpec } from './option.js';
import { replyOptions, sendOptions } from './options.js';
import { report, wantsJson } from './report.js';

interface FastCommand {
  readonly options: readonly OptionSpec[];
  // biome-ignore lint/suspicious/noExplicitAny: the options are of the command's own table.
  readonly run: (args: readonly string[], options: any) => Promise<number>;
}

const FAST: Readonly<Record<string, FastCommand>> = {
  send: { options: sendOptions, run: runSend },
  reply: { options: replyOptions, run: runReply },
};

async function start(argv: readonly string[]): Promise<void> {
  const [name = '', ...words] = argv;
  if (name === 'list' && words.length === 1 && words[0] === '--json') process.exit(listJson());
  const command = Object.hasOwn(FAST, name) ? FAST[name] : undefined;
  const needsHelp = words.length === 0 || words.includes('--help') || words.includes('-h');
  // Colours are the full command line's affair: on a terminal an error is painted there.
  const parsed = command && !needsHelp ? parse(words, command) : null;
  if (!command || !parsed) return loadMain(argv);
  let code: number;
  try {
    code = await command.run(parsed.args, parsed.options);
  } catch (error) {
    code = report(error, { json: wantsJson(argv) });
  }
  // Nothing is left to do, and waiting for idle handles would only cost time.
  process.exit(code);
}

function listJson(): number {
  try {
    return runListJson();
  } catch (error) {
    return report(error, { json: true });
  }
}

function parse(words: readonly string[], command: FastCommand) {
  try {
    return readArguments(words, command.options);
  } catch {
    return null;
  }
}

async function loadMain(argv: readonly string[]): Promise<void> {
  const { main } = loadEntry('main') as { main: (argv: readonly string[]) => Promise<void> };
  await main(argv);
}

void start(process.argv.slice(2));
