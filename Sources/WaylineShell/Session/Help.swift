import WaylineViews

/// What can be typed at a screen, generated from what is there.
package struct Help {
  private let screen: Screen
  private let commands: [ShellCommand]
  private let places: [String]

  /// The help for a screen, the program's commands, and the places that can be opened.
  package init(screen: Screen, commands: [ShellCommand], places: [String]) {
    (self.screen, self.commands, self.places) = (screen, commands, places)
  }

  /// All of it, or what is known about one command.
  package func lines(about word: String?) -> Result<[String], CommandProblem> {
    guard let word = word?.lowercased() else { return .success(all) }
    let rows = builtIn + registered
    let found = rows.filter { $0.word == word }
    guard found.isEmpty else { return .success(found.map { "\($0.usage): \($0.summary)" }) }
    return .failure(.unknownCommand(word, among: rows.map(\.word)))
  }

  private var all: [String] {
    elementLines + titled("Commands:", aligned(builtIn))
      + titled("Of this program:", aligned(registered)) + titled("Places to open:", placeLines)
  }

  /// A longer form does not push the others' summaries to the right.
  private static let widestUsage = 26

  // MARK: Parts

  private typealias Row = (word: String, usage: String, summary: String)

  private var builtIn: [Row] {
    BuiltInCommand.all.map { ($0.word, $0.usage, $0.summary) }
  }

  private var registered: [Row] {
    commands.map { ($0.name.lowercased(), $0.usage, $0.summary) }
  }

  private var placeLines: [String] { places.map { "  open \($0)" } }

  private var elementLines: [String] {
    guard screen.numbering.count > 0 else { return [] }
    let takesValue = screen.elements.contains {
      $0.isEnabled && ![.button, .link].contains($0.kind)
    }
    let values = takesValue ? " To set a value: `2 text` or `label: text`." : ""
    return ["Type a number or a label to use an item." + values] + hints + detours
  }

  /// What the program says about its elements.
  private var hints: [String] {
    zip(screen.elements, screen.numbers).compactMap { element, number in
      element.help.map { "  [\(number.map(String.init) ?? "-")] \(element.label): \($0)" }
    }
  }

  /// How elements are typed whose words alone mean something else, such as a button named History.
  private var detours: [String] {
    let parser = CommandParser(screen: screen, registered: CommandNames(registered.map(\.word)))
    return zip(screen.elements, screen.numbers).compactMap { element, number in
      guard let number, let other = parser.shadow(ofLabel: element.label) else { return nil }
      let meaning = if case .act = other { "another element" } else { "a command" }
      return "  [\(number)] \(element.label): type \(number) or \"\(element.label)\" in quotes; "
        + "without quotes it is \(meaning)."
    }
  }

  private func titled(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [title] + lines
  }

  private func aligned(_ rows: [Row]) -> [String] {
    let width = rows.map(\.usage.count).filter { $0 <= Self.widestUsage }.max() ?? 0
    return rows.map { row in
      let gap = String(repeating: " ", count: max(0, width - row.usage.count) + 2)
      return "  \(row.usage)\(gap)\(row.summary)"
    }
  }
}
