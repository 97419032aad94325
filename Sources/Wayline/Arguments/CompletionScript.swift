import WaylineShell

/// What `--completion bash` prints: options and their values, commands, and places.
enum CompletionScript {
  static func bash(program: String, commands: [String], places: [String]) -> [String] {
    let function = "_" + String(program.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    let flags = LaunchOption.allCases.map(\.flag)
    return [
      "\(function)() {",
      "  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}",
      "  case $previous in",
      "    \(pattern(files))) COMPREPLY=($(compgen -f -- \"$word\")); return ;;",
      "    \(LaunchOption.store.flag)) COMPREPLY=($(compgen -d -W ':memory:' -- \"$word\")); return ;;",
      "    \(LaunchOption.color.flag)) \(words(ColorChoice.allCases.map(\.rawValue))); return ;;",
      "    \(LaunchOption.completion.flag)) \(words(["bash"])); return ;;",
      "    \(pattern(others))) COMPREPLY=(); return ;;",
      "  esac",
      "  case $word in",
      "    -*) \(words(flags)) ;;",
      "    *) \(words(places + commands)) ;;",
      "  esac",
      "}",
      "complete -F \(function) \(ShellWord.quote(program))",
    ]
  }

  private static let files: [LaunchOption] = [.script, .record, .replay, .answers]
  private static let others: [LaunchOption] = [.scene, .answersDescriptor]

  private static func pattern(_ options: [LaunchOption]) -> String {
    options.map(\.flag).joined(separator: "|")
  }

  /// NB: a word that bash would read as something else is left out rather than quoted twice.
  private static func words(_ words: [String]) -> String {
    let plain = words.filter { $0.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) } }
    return "COMPREPLY=($(compgen -W '\(plain.joined(separator: " "))' -- \"$word\"))"
  }
}
