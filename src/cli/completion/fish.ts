/** The completion script for fish. */
import {
  AGENTS_COMMAND,
  type Completes,
  ENTRIES,
  type Entry,
  FIRST_WORDS,
  type Flag,
  PROFILES_COMMAND,
  SECOND_WORDS,
  SHELL_NAMES,
} from './model.js';

export function fishCompletion(): string {
  const first = FIRST_WORDS.map(
    ({ word, summary }) => `complete -c synapse -n __fish_use_subcommand -a ${word} -d ${quote(summary)}`,
  );
  const second = [...SECOND_WORDS].flatMap(([family, words]) => {
    const none = `__fish_seen_subcommand_from ${family}; and not __fish_seen_subcommand_from ${words.map(({ word }) => word).join(' ')}`;
    return words.map(({ word, summary }) => `complete -c synapse -n ${quote(none)} -a ${word} -d ${quote(summary)}`);
  });
  return `# fish completion for synapse; keep it as ~/.config/fish/completions/synapse.fish
function __synapse_agents
  ${AGENTS_COMMAND}
end
function __synapse_profiles
  ${PROFILES_COMMAND}
end
complete -c synapse -f
${[...first, ...second, ...ENTRIES.flatMap(entryLines)].join('\n')}
`;
}

function entryLines(entry: Entry): string[] {
  const seen = entry.path
    .split(' ')
    .map((word) => `__fish_seen_subcommand_from ${word}`)
    .join('; and ');
  const begin = `complete -c synapse -n ${quote(seen)}`;
  const argument = answers(entry.argument);
  return [...entry.flags.map((flag) => flagLine(begin, flag)), ...(argument === '' ? [] : [`${begin}${argument}`])];
}

function flagLine(begin: string, flag: Flag): string {
  const short = flag.short ? ` -s ${flag.short}` : '';
  const value = flag.takesValue ? ' -x' : '';
  const choices = flag.choices.length > 0 ? ` -a ${quote(flag.choices.join(' '))}` : answers(flag.value);
  return `${begin} -l ${flag.long}${short}${value}${flag.takesValue ? choices : ''} -d ${quote(flag.description)}`;
}

function answers(completes: Completes): string {
  const lists: Readonly<Record<Completes, string>> = {
    agent: " -a '(__synapse_agents)'",
    profile: " -a '(__synapse_profiles)'",
    shell: ` -a '${SHELL_NAMES.join(' ')}'`,
    command: " -a '(__fish_complete_command)'",
    file: " -a '(__fish_complete_path)'",
    folder: " -a '(__fish_complete_directories)'",
    nothing: '',
  };
  return lists[completes];
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
