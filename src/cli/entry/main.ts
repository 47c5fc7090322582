/** The command line: finds the command, runs it, and turns its result into an exit code. */
import { VERSION } from '../../version.js';
import { coloursFor } from '../print/output.js';
import { printLine } from '../print/stdio.js';
import { commandHelp, overview } from '../spec/help.js';
import type { Parsed } from '../spec/parse.js';
import { loadRun } from './command-loaders.js';
import { report, wantsJson } from './report.js';

export async function main(argv: readonly string[]): Promise<void> {
  // A reader that has seen enough (`| head`) is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  try {
    process.exitCode = await run(argv);
  } catch (error) {
    const { red } = await coloursFor(process.stderr);
    process.exitCode = report(error, { json: wantsJson(argv), paint: red });
  }
}

async function run(argv: readonly string[]): Promise<number> {
  const words = withoutLeadingGlobals(argv);
  const [first] = words;
  if (first === '--version' || first === '-V' || first === '-v') {
    printLine(VERSION);
    return 0;
  }
  if (first === undefined || first === '--help' || first === '-h' || (first === 'help' && words.length === 1)) {
    return printHelp(null);
  }
  const { parseCommandLine } = await import('../spec/parse.js');
  const { isProfile } = await import('../spec/profile-words.js');
  const parsed = parseCommandLine(first === 'help' ? [...words.slice(1), '--help'] : words, isProfile);
  if (parsed.wantsHelp) return printHelp(parsed);
  const command = await loadRun(parsed.spec.path);
  return command(parsed.args, parsed.options);
}

/** Options of `synapse` itself may stand before the command. */
function withoutLeadingGlobals(argv: readonly string[]): readonly string[] {
  const start = argv.findIndex((word) => word !== '--no-color');
  return start < 0 ? [] : argv.slice(start);
}

async function printHelp(parsed: Parsed | null): Promise<number> {
  const { bold } = await coloursFor(process.stdout);
  printLine(parsed ? commandHelp(parsed.spec, bold) : overview(bold));
  return 0;
}
