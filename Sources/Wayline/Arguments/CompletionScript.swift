import WaylineShell

/// What `--completion bash` prints: options and their values, commands and places with the words that
/// may follow them.
///
/// It works in every bash since 3.2, without the package bash-completion. Bash takes `=` and `:` for
/// ends of words, so the script reads the line itself.
struct CompletionScript {
  /// The word that starts the program.
  var program: String
  /// The program's own options.
  var options: [AppOption] = []
  /// The forms of the commands, as `help` prints them.
  var usages: [String]
  /// The places by their words, such as `desk book`.
  var places: [String]

  /// The lines of the script.
  var lines: [String] {
    ["\(function)() {"] + Self.reading(valued)
      + ["  case $option in"] + optionCases + [
        "    *) return ;;", "  esac", "  [ -n \"$option\" ] || case $path in",
      ]
      + wordCases + ["  esac"] + Self.answering
      + ["}", "complete -F \(function) \(ShellWord.quote(program))"]
  }

  private var function: String {
    "_" + String(program.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  private var flags: [String] {
    LaunchOption.allCases.map(\.flag) + options.map(\.flag)
  }

  private var valued: String {
    let own = options.filter { $0.operand != nil }.map(\.flag)
    return (LaunchOption.allCases.filter { $0.operand != nil }.map(\.flag) + own)
      .joined(separator: "|")
  }
}

// MARK: - What can follow

extension CompletionScript {
  /// What an option takes. What only the person knows, such as the name of a scene, has no choices.
  private var optionCases: [String] {
    let all = LaunchOption.allCases
    let files = all.filter { $0.operand == "FILE" }.map(\.flag).joined(separator: "|")
    let choices = all.compactMap { option -> String? in
      guard let words = option.choices else { return nil }
      return "    \(option.flag)) choices='\(Self.plain(words))' ;;"
    }
    return choices + [
      "    \(files)) kind=-f ;;",
      "    \(LaunchOption.store.flag)) kind=-d choices=:memory: ;;",
      "    '') case $word in -*) choices='\(Self.plain(flags))' path=- ;; esac ;;",
    ]
  }

  /// The words that may follow those before: commands and places first, then what belongs to them.
  private var wordCases: [String] {
    var following: [String: [String]] = [:]
    for words in sentences {
      for count in words.indices {
        let start = words[..<count].joined(separator: " ")
        if following[start]?.contains(words[count]) != true {
          following[start, default: []].append(words[count])
        }
      }
    }
    return following.keys.sorted().map { start in
      let words = Self.plain(following[start] ?? [])
      return start.isEmpty
        ? "    '') [ -n \"$option\" ] || choices='\(words)' ;;"
        : "    '\(start)') choices='\(words)' ;;"
    }
  }

  /// Everything that can be said, word by word.
  private var sentences: [[String]] {
    let places = places.map { $0.split(separator: " ").map(String.init) }
    let commands = usages.flatMap(Self.sentences)
    let names = commands.map { $0[0] }
    return places + commands + places.map { ["open"] + $0 } + names.map { ["help", $0] }
  }

  /// The words of a form: `scene [list|erase] [name]` may be followed by `list` and `erase`.
  private static func sentences(_ usage: String) -> [[String]] {
    let parts = usage.split(separator: " ", maxSplits: 1)
    let name = parts.first.map(String.init) ?? ""
    guard parts.count == 2, parts[1].first == "[", parts[1].contains("|") else { return [[name]] }
    return [[name]]
      + choices(parts[1]).compactMap { $0.split(separator: " ").first }.map { [name, String($0)] }
  }

  /// What stands between the bars of a bracket at the beginning; brackets in it belong to a choice.
  private static func choices(_ text: Substring) -> [String] {
    var (choices, depth) = ([""], 0)
    for mark in text {
      if mark == "[" { depth += 1 }
      if mark == "]" { depth -= 1 }
      if depth == 0 { break }
      if mark == "|", depth == 1 {
        choices.append("")
      } else {
        choices[choices.count - 1].append(mark)
      }
    }
    choices[0].removeFirst()
    return choices
  }

  /// NB: a word that bash would read as something else is left out rather than quoted twice.
  private static func plain(_ words: [String]) -> String {
    words.filter { $0.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) } }
      .joined(separator: " ")
  }
}

// MARK: - The parts that are always the same

extension CompletionScript {
  /// Finds the word that is typed, the option that it belongs to, and the words before it.
  private static func reading(_ valued: String) -> [String] {
    """
      local line=${COMP_LINE:0:COMP_POINT} option= path= choices= kind= word match index last
      local -a words
      COMPREPLY=()
      read -ra words <<< "$line"
      [[ $line == *[[:space:]] ]] && words+=('')
      last=$((${#words[@]} - 1))
      word=${words[last]}
      for ((index = 1; index < last; index++)); do
        case ${words[index]} in
          \(valued))
            if ((index + 1 == last)); then option=${words[index]}; else ((index += 1)); fi ;;
          -*) ;;
          *) path=${path:+$path }${words[index]} ;;
        esac
      done
      case $word in --*=*) option=${word%%=*} word=${word#*=} ;; esac
    """.split(separator: "\n").map(String.init)
  }

  /// Answers with what fits, less the part before the last colon, which bash keeps by itself.
  private static var answering: [String] {
    """
      while IFS= read -r match; do
        case $word in *:*) match=${match#"${word%:*}:"} ;; esac
        COMPREPLY+=("$match")
      done < <(compgen ${kind:+"$kind"} -W "$choices" -- "$word")
      [ -z "$kind" ] || [[ ${COMPREPLY[0]} == *memory: ]] || compopt -o filenames 2> /dev/null
    """.split(separator: "\n").map(String.init)
  }
}

extension LaunchOption {
  /// The values that it can have, if those are few.
  fileprivate var choices: [String]? {
    guard let operand, operand == operand.lowercased() else { return nil }
    return operand.split(separator: "|").map(String.init)
  }
}
