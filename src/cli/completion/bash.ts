/** The completion script for bash; it keeps to bash 3.2, which macOS still has. */
import {
  AGENTS_COMMAND,
  type Completes,
  ENTRIES,
  type Entry,
  FIRST_WORDS,
  PROFILES_COMMAND,
  SECOND_WORDS,
  SHELL_NAMES,
  type Word,
} from './model.js';

export function bashCompletion(): string {
  const families = [...SECOND_WORDS.keys()].join('|');
  return `# bash completion for synapse; load it with: source <(synapse completion bash)
_synapse_agents() { ${AGENTS_COMMAND}; }
_synapse_profiles() { ${PROFILES_COMMAND}; }
_synapse() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} i
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '${words(FIRST_WORDS)} --help --version' -- "$cur"))
    return
  fi
  for ((i = 2; i < COMP_CWORD; i++)); do
    if [[ \${COMP_WORDS[i]} == -- ]]; then
      COMPREPLY=($(compgen -A command -A file -- "$cur"))
      return
    fi
  done
  case $command in
    ${families})
      if ((COMP_CWORD == 2)); then
        case $command in
${[...SECOND_WORDS].map(([family, seconds]) => `          ${family}) COMPREPLY=($(compgen -W '${words(seconds)}' -- "$cur")) ;;`).join('\n')}
        esac
        return
      fi
      command="$command \${COMP_WORDS[2]}"
      ;;
  esac
  case "$command $prev" in
${valueCases().join('\n')}
  esac
  case $command in
${ENTRIES.map(entryCase).join('\n')}
  esac
}
complete -F _synapse synapse
`;
}

function words(list: readonly Word[]): string {
  return list.map(({ word }) => word).join(' ');
}

/** What stands after an option that takes a value. */
function valueCases(): string[] {
  const cases: string[] = [];
  for (const { path, flags } of ENTRIES) {
    for (const flag of flags.filter(({ takesValue }) => takesValue)) {
      const names = [`'${path} --${flag.long}'`, ...(flag.short ? [`'${path} -${flag.short}'`] : [])].join('|');
      const reply = flag.choices.length > 0 ? list(flag.choices.join(' ')) : replies[flag.value];
      cases.push(`    ${names}) ${reply}return ;;`);
    }
  }
  return cases;
}

function entryCase({ path, flags, argument }: Entry): string {
  const names = flags.map(({ long }) => `--${long}`).join(' ');
  const rest = replies[argument];
  return `    '${path}')
      if [[ $cur == -* ]]; then ${list(names)}
      else ${rest === '' ? ': ' : rest}
      fi
      ;;`.replace(/ +$/gm, '');
}

const list = (text: string): string => `COMPREPLY=($(compgen -W '${text}' -- "$cur")); `;

const replies: Readonly<Record<Completes, string>> = {
  agent: 'COMPREPLY=($(compgen -W "$(_synapse_agents)" -- "$cur")); ',
  profile: 'COMPREPLY=($(compgen -W "$(_synapse_profiles)" -- "$cur")); ',
  shell: list(SHELL_NAMES.join(' ')),
  command: 'COMPREPLY=($(compgen -A command -- "$cur")); ',
  file: 'COMPREPLY=($(compgen -f -- "$cur")); ',
  folder: 'COMPREPLY=($(compgen -d -- "$cur")); ',
  nothing: '',
};
