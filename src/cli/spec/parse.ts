/** Finds the command that the words name and parses its arguments and options with commander. */
import { Command, CommanderError } from 'commander';
import { SynapseError } from '../../errors.js';
import { nearest } from '../../nearest.js';
import { argumentCounts, type CommandSpec, typedPath, WRAP } from './command.js';
import { findCommand } from './find-command.js';
import { flagNames, type OptionSpec, type RawValues, readOptions } from './option.js';
import { globalOptions } from './shared-options.js';

export interface Parsed {
  readonly spec: CommandSpec;
  readonly args: readonly string[];
  readonly options: RawValues;
  readonly wantsHelp: boolean;
}

/** `isProfile` says which words are profiles of the user's own; the built-in ones are known. */
export function parseCommandLine(argv: readonly string[], isProfile?: (word: string) => boolean): Parsed {
  const { spec, rest } = findCommand(argv, isProfile);
  if (spec.readsItself) {
    const wantsHelp = rest[0] === '--help' || rest[0] === '-h';
    return { spec, args: rest, options: {}, wantsHelp };
  }
  const command = commanderFor(spec);
  try {
    command.parse([...rest], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.helpDisplayed') return { spec, args: [], options: {}, wantsHelp: true };
    throw usageError(error, spec);
  }
  return { spec, args: command.args, options: readValues(spec, command.opts()), wantsHelp: false };
}

function allOptions(spec: CommandSpec): readonly OptionSpec[] {
  return [...spec.options, ...globalOptions];
}

function commanderFor(spec: CommandSpec): Command {
  const command = new Command(`synapse ${spec.path}`)
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .showSuggestionAfterError(false)
    .action(() => {});
  for (const { usage } of spec.arguments) command.argument(usage);
  for (const { flag, description, type } of allOptions(spec)) {
    if (type === 'list') command.option(flag, description, collect);
    else command.option(flag, description);
  }
  return command;
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function readValues(spec: CommandSpec, raw: RawValues): RawValues {
  try {
    return readOptions(allOptions(spec), raw);
  } catch (error) {
    if (!(error instanceof SynapseError)) throw error;
    throw new SynapseError(error.code, error.details, { hint: helpHint(spec) });
  }
}

/** Commander's complaint in our words, with a hint that says what to type instead. */
function usageError(error: CommanderError, spec: CommandSpec): SynapseError {
  const [flag = ''] = /--[^\s'=]+/.exec(error.message) ?? /-[^\s'=]+/.exec(error.message) ?? [];
  const hint = error.code === 'commander.unknownOption' ? flagHint(flag, spec) : helpHint(spec);
  return new SynapseError('invalid_request', { reason: reasonOf(error, flag, spec) }, { hint });
}

function reasonOf({ code, message }: CommanderError, flag: string, spec: CommandSpec): string {
  if (code === 'commander.excessArguments') return tooManyArguments(spec);
  if (code === 'commander.optionMissingArgument') return `${flag} needs a value.`;
  const text = message.replace(/^error: /, '').replace(/'/g, '"');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

function tooManyArguments(spec: CommandSpec): string {
  if (takesMessage(spec)) return 'The message must be one argument: put it in quotes.';
  const { most } = argumentCounts(spec);
  const count = most === 0 ? 'no arguments' : most === 1 ? 'one argument' : `at most ${most} arguments`;
  return `"synapse ${spec.path}" takes ${count}.`;
}

function takesMessage(spec: CommandSpec): boolean {
  return spec.arguments.some(({ usage }) => usage === '[message]');
}

function helpHint(spec: CommandSpec): string {
  return `synapse ${typedPath(spec)} --help`;
}

function flagHint(flag: string, spec: CommandSpec): string {
  const known = [...allOptions(spec).map((option) => `--${flagNames(option).long}`), '--help'];
  const near = nearest(flag, known);
  if (near) return `Did you mean ${near}?`;
  if (spec.path === 'start' || spec.path === WRAP) return 'Put options of the program itself after --.';
  return takesMessage(spec) ? 'Put a message that begins with a dash after --.' : helpHint(spec);
}
