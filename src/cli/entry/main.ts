/** The full command line: finds the command, runs it, and turns its result into an exit code. */
import { VERSION } from '../../version.js';
import { loadSettings } from '../config/load-settings.js';
import { colorsFor } from '../print/output.js';
import { printLine } from '../print/stdio.js';
import { typedPath } from '../spec/command.js';
import type { HelpStyle } from '../spec/help.js';
import { naming, report, wantsJson } from './report.js';

export { readSettings } from '../config/config-file.js';

export async function main(argv: readonly string[]): Promise<void> {
  // A reader that has seen enough (`| head`) is not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  try {
    process.exitCode = await run(argv);
  } catch (error) {
    const { red } = await colorsFor(process.stderr);
    process.exitCode = report(error, { json: wantsJson(argv), paint: red });
  }
}

async function run(argv: readonly string[]): Promise<number> {
  const words = withoutLeadingGlobals(argv);
  const [first] = words;
  await loadSettings(first);
  if (first === '--version' || first === '-V' || first === '-v') {
    printLine(VERSION);
    return 0;
  }
  if (first === '__complete') return (await import('../completion/print.js')).printCompletions(words.slice(1));
  if (first === 'bridge') return (await import('../commands/host/bridge.js')).runBridge(words.slice(1));
  if (first === undefined || first === '--help' || first === '-h' || (first === 'help' && words.length === 1)) {
    return printHelp(({ overview }, style) => overview(style));
  }
  const { parseCommandLine } = await import('../spec/parse.js');
  const { isProfile } = await import('../spec/profile-words.js');
  const { familyAskedAbout } = await import('../spec/find-command.js');
  const typed = first === 'help' ? [...words.slice(1), '--help'] : words;
  const family = familyAskedAbout(typed);
  if (family) return printHelp(({ familyHelp }, style) => familyHelp(family, style));
  const parsed = parseCommandLine(typed, isProfile);
  if (parsed.wantsHelp) return printHelp(({ commandHelp }, style) => commandHelp(parsed.spec, style));
  try {
    const command = await parsed.spec.load();
    return await command(parsed.args, parsed.options);
  } catch (error) {
    throw naming(typedPath(parsed.spec), error);
  }
}

/** Options of `synapse` itself may come before the command. */
function withoutLeadingGlobals(argv: readonly string[]): readonly string[] {
  const start = argv.findIndex((word) => word !== '--no-color');
  return start < 0 ? [] : argv.slice(start);
}

async function printHelp(write: (help: typeof import('../spec/help.js'), style: HelpStyle) => string): Promise<number> {
  const help = await import('../spec/help.js');
  const { helpWidth } = await import('../print/layout.js');
  const { bold } = await colorsFor(process.stdout);
  const { situationBeforeHelp } = await import('../commands/whoami/before-help.js');
  const width = helpWidth();
  const situation = await situationBeforeHelp(width);
  printLine(`${situation === null ? '' : `${situation}\n\n`}${write(help, { heading: bold, width })}`);
  return 0;
}
