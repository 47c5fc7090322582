/** From words to a command, its arguments and its options; with commander, which knows how to complain. */
import { Command, CommanderError, Option } from 'commander';
import { SynapseError } from '../../errors.js';
import { nearest } from '../../nearest.js';
import { type CommandSpec, WRAP } from './command.js';
import { findCommand } from './command-table.js';
import { flagNames, type OptionSpec, type RawValues, readOptions } from './option.js';
import { globalOptions } from './options.js';

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
  let wantsHelp = false;
  try {
    command.parse([...rest], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code !== 'commander.helpDisplayed') throw usageError(error, spec);
    wantsHelp = true;
  }
  return { spec, args: command.args, options: wantsHelp ? {} : readValues(spec, command.opts()), wantsHelp };
}

function allOptions(spec: CommandSpec): readonly OptionSpec[] {
  return [...spec.options, ...globalOptions];
}

function commanderFor(spec: CommandSpec): Command {
  const command = new Command(`synapse ${spec.path}`)
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .helpOption('-h, --help')
    .showSuggestionAfterError(false)
    .allowExcessArguments(false);
  for (const argument of spec.arguments) command.argument(argument.usage);
  for (const option of allOptions(spec)) command.addOption(commanderOption(option));
  return command.action(() => {});
}

function commanderOption(spec: OptionSpec): Option {
  const option = new Option(spec.flag);
  // Commander would fold `--no-wait` into `wait`; here it is an option of its own, as the fast path has it.
  option.negate = false;
  option.attributeName = () => spec.key;
  if (spec.type === 'list') option.argParser((value, before: string[] | undefined) => [...(before ?? []), value]);
  return option;
}

function readValues(spec: CommandSpec, raw: RawValues): RawValues {
  try {
    return readOptions(allOptions(spec), raw);
  } catch (error) {
    if (!(error instanceof SynapseError)) throw error;
    throw new SynapseError(error.code, error.details, { hint: `See \`synapse ${spec.path} --help\`.` });
  }
}

/** Commander's sentence, with a hint that says what to type instead. */
function usageError(error: CommanderError, spec: CommandSpec): SynapseError {
  const text = error.message.replace(/^error: /, '').replace(/'/g, '"');
  const reason = `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
  const help = `synapse ${spec.path} --help`;
  const takesMessage = spec.arguments.some((argument) => argument.usage === '[message]');
  if (error.code === 'commander.excessArguments' && takesMessage) {
    return new SynapseError('invalid_request', { reason: 'The message is one argument: put it in quotes.' });
  }
  const flag = error.code === 'commander.unknownOption' ? /(-[^"=]+)/.exec(text)?.[1] : undefined;
  const near = flag ? nearest(flag, flagsOf(spec)) : null;
  const hint = near ? `Did you mean ${near}? See \`${help}\`.` : `See \`${help}\`.`;
  return new SynapseError('invalid_request', { reason }, { hint: flag ? `${hint}${afterDashes(spec)}` : hint });
}

function flagsOf(spec: CommandSpec): string[] {
  return [...allOptions(spec).map((option) => `--${flagNames(option).long}`), '--help'];
}

function afterDashes(spec: CommandSpec): string {
  if (spec.path === 'start' || spec.path === WRAP) return ' Options of the program itself stand after --.';
  return spec.arguments.some((argument) => argument.usage === '[message]')
    ? ' A message that begins with a dash stands after --.'
    : '';
}
