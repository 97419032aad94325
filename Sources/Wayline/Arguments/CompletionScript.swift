import WaylineShell

/// A shell whose command line can be completed.
enum CompletionShell: String, CaseIterable, Hashable {
  case bash, zsh, fish
}

/// The scripts of `--completion`: they ask the program at each Tab for the words that may follow.
///
/// The script for bash works in every version since 3.2, without the package bash-completion. Bash
/// takes `=` and `:` for ends of words and leaves quotes in them, so the script reads the line itself.
struct CompletionScript {
  /// The option with which a script asks.
  static let request = "--complete"

  /// The option with which a running program asks, which puts the places to its own guards.
  static let promptRequest = "--complete-at-prompt"

  /// Both options.
  static let requests = [request, promptRequest]

  /// The word that starts the program.
  let program: String

  /// The lines of the script for a shell.
  func lines(for shell: CompletionShell) -> [String] {
    let text =
      switch shell {
      case .bash: bash
      case .zsh: zsh
      case .fish: fish
      }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // NB: zsh takes the first line of a file for its header.
    lines.insert(
      "# At Tab it asks \(program), which offers the first \(PlaceCompletions.limit) values that begin as "
        + "typed.", at: shell == .zsh ? 1 : 0)
    return lines
  }

  private var function: String {
    "_" + String(program.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  private var name: String { ShellWord.quote(program) }

  private var bash: String {
    #"""
    \#(function)() {
      local line=${COMP_LINE:0:COMP_POINT} index char begun= quote= word= match kind=
      local -a words
      COMPREPLY=()
      for ((index = 0; index < ${#line}; index++)); do
        char=${line:index:1}
        case $quote$char in
          \'\' | \"\") quote= ;;
          \' | \") quote=$char begun=1 ;;
          \\ | \"\\) ((index++)); word+=${line:index:1} begun=1 ;;
          \'* | \"*) word+=$char ;;
          [[:space:]]) [ -z "$begun" ] || words+=("$word"); word= begun= ;;
          *) word+=$char begun=1 ;;
        esac
      done
      words+=("$word")
      while IFS= read -r match; do
        match=${match%%$'\t'*}
        case $match in
          //files) kind=-f ;;
          //folders) kind=-d ;;
          *)
            case $quote in
              \') match=${match//\'/\'\\\'\'} ;;
              \")
                match=${match//\\/\\\\} match=${match//\"/\\\"} match=${match//\$/\\\$}
                match=${match//\`/\\\`} ;;
              *) printf -v match %q "$match" ;;
            esac
            COMPREPLY+=("$match") ;;
        esac
      done < <("${words[0]/#\~/$HOME}" --complete "${words[@]:1}" 2> /dev/null)
      case $word in --*=*) word=${word#*=} ;; esac
      if [ -n "$kind" ]; then
        while IFS= read -r match; do COMPREPLY+=("$match"); done < <(compgen "$kind" -- "$word")
        [[ ${COMPREPLY[0]} == :memory: ]] || compopt -o filenames 2> /dev/null
      fi
      case $quote$word in
        [\"\']*) ;;
        *:*)
          match=${word%:*}:
          [ -n "$kind" ] || printf -v match %q "$match"
          COMPREPLY=("${COMPREPLY[@]#"$match"}") ;;
      esac
    }
    complete -F \#(function) \#(name)
    """#
  }

  private var zsh: String {
    #"""
    #compdef \#(program)
    \#(function)() {
      local line kind=
      local -a found typed
      typed=("${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}")
      [[ ${words[CURRENT]} == --*=* ]] && compset -P '*='
      while IFS= read -r line; do
        case $line in
          //files) kind=files ;;
          //folders) kind=folders ;;
          *$'\t'*) found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
          *) found+=("${line//:/\\:}") ;;
        esac
      done < <("${(Q)words[1]/#\~/$HOME}" --complete "${typed[@]}" 2> /dev/null)
      (( ${#found} )) && _describe -V \#(name) found
      case $kind in files) _files ;; folders) _files -/ ;; esac
    }
    if [ "${funcstack[1]}" = \#(function) ]; then \#(function); else compdef \#(function) \#(name); fi
    """#
  }

  private var fish: String {
    #"""
    function _\#(function)
      set -l word (commandline -ct)
      set -l plain (string unescape -- "$word") && set word "$plain"
      set -l typed (commandline -opc) "$word"
      set -l before (string match -r -- '^--[^=]*=' "$word")
      for line in ($typed[1] --complete $typed[2..-1] 2> /dev/null)
        switch $line
          case //files //folders
            for path in (__fish_complete_path (string replace -- "$before" '' "$word"))
              echo "$before$path"
            end
          case '*'
            echo "$before$line"
        end
      end
    end
    complete -c \#(name) -f -a '(_\#(function))'
    """#
  }
}
