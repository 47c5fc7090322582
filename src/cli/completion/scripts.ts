/** The completion scripts: thin stubs that hand the words to `synapse __complete`, and its answer to the shell. */

/** Keeps to bash 3.2, the version that macOS has. */
const BASH = `# bash completion for synapse; load it with: eval "$(synapse completion bash)"
_synapse() {
  local kind='' word cur=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    if [[ -z $kind ]]; then kind=$word; else COMPREPLY+=("$word"); fi
  done < <(synapse __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  local IFS=$'\\n'
  case $kind in
    files) COMPREPLY=($(compgen -f -- "$cur")) ;;
    folders) COMPREPLY=($(compgen -d -- "$cur")) ;;
    commands) COMPREPLY=($(compgen -A command -A file -- "$cur")) ;;
  esac
}
complete -F _synapse synapse
`;

const ZSH = `#compdef synapse
# zsh completion for synapse; load it after compinit with: eval "$(synapse completion zsh)"
_synapse() {
  local -a lines candidates
  local line
  lines=("\${(@f)$(synapse __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  case $lines[1] in
    files) _files ;;
    folders) _files -/ ;;
    commands) _alternative 'commands:command:_command_names' 'files:file:_files' ;;
    words)
      for line in "\${(@)lines[2,-1]}"; do
        candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
      done
      _describe -t synapse synapse candidates
      ;;
  esac
}
compdef _synapse synapse
`;

const FISH = `# fish completion for synapse; save it as ~/.config/fish/completions/synapse.fish
function __synapse_complete
  set -l current (commandline -ct)
  set -l words (commandline -opc) "$current"
  set -l lines (synapse __complete $words[2..-1] 2>/dev/null)
  switch "$lines[1]"
    case files
      __fish_complete_path "$current"
    case folders
      __fish_complete_directories "$current"
    case commands
      __fish_complete_command
      __fish_complete_path "$current"
    case '*'
      string join \\n -- $lines[2..-1]
  end
end
complete -c synapse -f -a '(__synapse_complete)'
`;

export const COMPLETION_SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
