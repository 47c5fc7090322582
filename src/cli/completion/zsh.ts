/** The completion script for zsh. */
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
  type Word,
} from './model.js';

export function zshCompletion(): string {
  const families = [...SECOND_WORDS].map(
    ([family, seconds]) => `    ${family})
      if ((CURRENT == 3)); then
        choices=(${described(seconds)})
        _describe -t commands 'synapse ${family}' choices
        return
      fi
      name="$name $words[3]"
      skip=2
      ;;`,
  );
  return `#compdef synapse
# zsh completion for synapse; load it after compinit with: source <(synapse completion zsh)
_synapse_agents() { local -a found; found=(\${(f)"$(${AGENTS_COMMAND})"}); compadd -a found }
_synapse_profiles() { local -a found; found=(\${(f)"$(${PROFILES_COMMAND})"}); compadd -a found }
_synapse() {
  local -a choices
  local name=$words[2] skip=1
  if ((CURRENT == 2)); then
    choices=(${described(FIRST_WORDS)})
    _describe -t commands 'synapse command' choices
    return
  fi
  case $name in
${families.join('\n')}
  esac
  shift $skip words
  ((CURRENT -= skip))
  case $name in
${ENTRIES.map(entryCase).join('\n')}
  esac
}
compdef _synapse synapse
`;
}

function described(words: readonly Word[]): string {
  return words.map(({ word, summary }) => quote(`${word}:${summary}`)).join(' ');
}

function entryCase({ path, flags, argument }: Entry): string {
  const specs = flags.flatMap(flagSpecs);
  const rest = argument === 'nothing' ? [] : [quote(`*:${argument}:${action(argument)}`)];
  return `    '${path}') _arguments -s -S ${[...specs, ...rest].join(' ')} ;;`;
}

function flagSpecs(flag: Flag): string[] {
  const value = flag.takesValue
    ? `:${flag.long}:${flag.choices.length > 0 ? `(${flag.choices.join(' ')})` : action(flag.value)}`
    : '';
  const repeat = flag.repeats ? '*' : '';
  const description = flag.description.replace(/[[\]:\\]/g, '\\$&');
  const names = [`--${flag.long}`, ...(flag.short ? [`-${flag.short}`] : [])];
  return names.map((name) => quote(`${repeat}${name}[${description}]${value}`));
}

function action(completes: Completes): string {
  const actions: Readonly<Record<Completes, string>> = {
    agent: '_synapse_agents',
    profile: '_synapse_profiles',
    shell: `(${SHELL_NAMES.join(' ')})`,
    command: '_command_names',
    file: '_files',
    folder: '_files -/',
    nothing: ' ',
  };
  return actions[completes];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
