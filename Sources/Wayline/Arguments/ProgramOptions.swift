import WaylineGraph
import WaylineShell

// The options that can be typed: of a program, and of its commands beside them.

extension AppOptions {
  /// The options of a program that can be typed; the mistake in each other one is reported.
  var valid: [Element] {
    let (valid, mistakes) = checked(isReserved: LaunchOption.isNamed)
    for mistake in mistakes { Misuse.report(mistake) }
    return valid
  }
}

extension LaunchOption {
  /// True if every program has an option, such as `--json` or `-h`.
  static func isNamed(_ flag: String) -> Bool { named(flag[...]) != nil }
}

/// The options of the commands of a program, by the words of their commands.
struct CommandOptions {
  private var byWord: [String: [AppOptions.Element]] = [:]

  /// The options of commands beside those of their program.
  init(_ commands: [ShellCommand] = [], beside program: [AppOptions.Element] = []) {
    for command in commands where byWord[command.name.lowercased()] == nil {
      byWord[command.name.lowercased()] =
        command.checkedOptions(
          beside: program, isReserved: LaunchOption.isNamed
        ).valid
    }
  }

  /// The options of the command of a word; empty where it is no command, or has none.
  subscript(word: String?) -> [AppOptions.Element] {
    word.flatMap { byWord[$0.lowercased()] } ?? []
  }

  /// The variables of the options.
  var variables: Set<String> { Set(byWord.values.joined().compactMap(\.variable)) }
}
