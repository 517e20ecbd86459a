import type { shells } from './candidates.ts';

// Each script asks the command that is being completed, so it knows the operations of the installed version. Each line of the
// answer is a word, a tab and what the word means; `:files` stands for the names of files.

const bash = `# Completion of mintmark for bash. In ~/.bashrc: eval "$(mintmark completion bash)"
_mintmark() {
  local words=() line word replaced cut
  IFS=$' \\t\\n' read -r -d '' -a words <<<"\${COMP_LINE:0:COMP_POINT}"
  [[ \${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && words+=('')
  # Only what follows these characters is replaced in bash.
  cut=\${words[\${#words[@]}-1]}
  [[ $COMP_WORDBREAKS == *:* ]] && replaced=\${cut##*[=:]} || replaced=\${cut##*=}
  cut=\${cut%"$replaced"}
  COMPREPLY=()
  while IFS= read -r line; do
    word=\${line%%$'\\t'*}
    if [[ $line == :files ]]; then
      compopt -o filenames +o nospace 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$replaced")
    elif [[ $word == *[=.] ]]; then
      COMPREPLY+=("\${word#"$cut"}")
    else
      COMPREPLY+=("\${word#"$cut"} ")
    fi
  done < <("\${1/#\\~/$HOME}" completion candidates -- "\${words[@]:1}" 2>/dev/null)
}
complete -o nospace -F _mintmark mintmark`;

const zsh = `#compdef mintmark
# Completion of mintmark for zsh. In ~/.zshrc, after compinit: source <(mintmark completion zsh)
_mintmark() {
  local line word about
  local -a whole partial
  for line in "\${(@f)$(\${~words[1]} completion candidates -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}"; do
    [[ -z $line ]] && continue
    if [[ $line == :files ]]; then
      _files
      continue
    fi
    word=\${\${line%%$'\\t'*}//:/\\\\:}
    about=\${line#*$'\\t'}
    if [[ $word == *[=.] ]]; then partial+=("$word:$about"); else whole+=("$word:$about"); fi
  done
  (( $#whole )) && _describe -t words word whole
  (( $#partial )) && _describe -t fields field partial -S ''
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _mintmark "$@"; else compdef _mintmark mintmark; fi`;

const fish = `# Completion of mintmark for fish. In ~/.config/fish/config.fish: mintmark completion fish | source
function __mintmark_candidates
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    for line in ($before[1] completion candidates -- $before[2..-1] "$current" 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path "$current"
        else
            printf '%s\\n' $line
        end
    end
end
complete -c mintmark -f -a '(__mintmark_candidates)'`;

/** The script for each shell. */
export const completionScripts: Readonly<Record<(typeof shells)[number], string>> = { bash, zsh, fish };
