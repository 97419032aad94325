import WaylineNavigation
import WaylineViews

/// The text of `help`: the items of the screen first, then commands, then places.
package struct Help {
  private let screen: Screen
  private let commands, screenCommands: [ShellCommand]
  private let places: [String]
  private let isFlow: Bool
  private let columns: Int?

  /// The help for a screen, the registered commands, and the places that can be opened.
  ///
  /// - Parameters:
  ///   - screenCommands: the commands that the screen declares.
  ///   - isFlow: true if the scene is one flow, which `quit` cancels.
  ///   - columns: the width at which lines wrap; nil where they do not.
  package init(
    screen: Screen, commands: [ShellCommand], screenCommands: [ShellCommand] = [],
    places: [String], isFlow: Bool = false, columns: Int? = nil
  ) {
    (self.screen, self.commands, self.places) = (screen, commands, places)
    self.screenCommands = screenCommands
    (self.isFlow, self.columns) = (isFlow, columns)
  }

  /// All of it, or the lines about one command.
  package func lines(about word: String?) -> Result<[String], ShellMessage> {
    guard let word = word?.lowercased() else { return .success(all) }
    let rows = builtIn + rows(of: commands + screenCommands)
    let name = BuiltInCommand.aliases[word] ?? word
    let found = rows.filter { $0.word == name }
    let forms = (commands + screenCommands).filter { $0.name.lowercased() == name }.flatMap {
      $0.forms + $0.validOptions.map { "\($0.form): \($0.summary)" }
    }
    guard found.isEmpty else {
      return .success(found.map { "\($0.usage): \($0.summary)" } + forms.map { "  \($0)" })
    }
    let near = nearest(to: word, among: rows.map(\.word), limit: Suggestions.limit)
    return .failure(.unknownCommand(word, nearest: Suggestions(near.map { "help \($0)" })))
  }

  private var all: [String] {
    itemLines + titled("Commands of this screen:", aligned(rows(of: screenCommands)))
      + titled("Commands:", aligned(builtIn))
      + titled("Commands for stored data:", aligned(rows(of: commands.filter(\.isGeneral))))
      + titled("Commands of this program:", aligned(rows(of: commands.filter { !$0.isGeneral })))
      + titled("Places to open:", places.map { "  open \($0)" })
  }

  private typealias Row = (word: String, usage: String, summary: String)

  private var builtIn: [Row] {
    let fields = screen.elements.contains(where: \.isField)
    return BuiltInCommand.all.filter { fields || $0.read([]) != .fill }.map { command in
      let leavesFlow = isFlow && command.read([]) == .navigate(.leave)
      return (command.word, command.usage, leavesFlow ? "Cancel and quit." : command.summary)
    }
  }

  private func rows(of commands: [ShellCommand]) -> [Row] {
    commands.map { ($0.name.lowercased(), $0.listedUsage, $0.summary) }
  }

  private func titled(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [title] + lines
  }

  private func aligned(_ rows: [Row]) -> [String] {
    DefinitionList(rows.map { ($0.usage, $0.summary) }).lines(columns: columns)
  }
}

// MARK: - The items of the screen

extension Help {
  private typealias Item = (number: Int, element: Element)

  private var items: [Item] {
    screen.elements.indices.map { (screen.number(of: $0), screen.elements[$0]) }
  }

  /// The items that can be used now.
  private var enabledItems: [Item] { items.filter(\.element.isEnabled) }

  private var itemLines: [String] {
    guard !items.isEmpty else { return [] }
    let general = enabledItems.isEmpty ? [] : [using + settingValue]
    return general + answers + marks + forms + detours + reasons
  }

  /// The words that answer an alert or a dialog with two choices.
  private var answers: [String] {
    guard let answers = screen.answers else { return [] }
    let (yes, no) = (screen.elements[answers.yes], screen.elements[answers.no])
    guard yes.isEnabled, no.isEnabled else { return [] }
    return [
      "  y or yes: [\(screen.number(of: answers.yes))] \(yes.label); "
        + "n or no: [\(screen.number(of: answers.no))] \(no.label)"
    ]
  }

  /// The meaning of the marks behind labels.
  private var marks: [String] {
    var lines: [String] = []
    if let index = screen.defaultElement {
      let label = screen.elements[index].label
      lines.append("  [\(screen.number(of: index))] \(label): Enter on an empty line takes it")
    }
    if let (number, element) = enabledItems.first(where: \.element.isMarkedDestructive) {
      lines.append(
        "  [\(number)] \(element.label): destroys something, and wants its number or its whole label"
      )
    }
    return lines
  }

  private var using: String { "Type a number or a label to use an item." }

  /// The way to set a value, with an item of this screen; nothing where no item takes one.
  private var settingValue: String {
    guard let (number, element) = enabledItems.first(where: { $0.element.example != nil }),
      let value = element.example
    else { return "" }
    return " To set a value: `\(number) \(value)` or `\(element.label): \(value)`."
  }

  /// The values of items, one line for each kind that the screen has.
  private var forms: [String] {
    struct Form: Hashable {
      let kind: Element.Kind
      let allowsSeveral: Bool
    }
    var known: Set<Form> = []
    return enabledItems.compactMap { number, element in
      guard let form = element.form(number),
        known.insert(Form(kind: element.kind, allowsSeveral: element.allowsSeveral)).inserted
      else { return nil }
      return "  [\(number)] \(element.label): \(form)"
    }
  }

  /// The items whose label alone is read as something else, such as a button named History.
  private var detours: [String] {
    let parser = CommandParser(screen: screen, registered: CommandNames(commands + screenCommands))
    return enabledItems.compactMap { number, element in
      guard let other = parser.shadow(ofLabel: element.label) else { return nil }
      let meaning = other.meaning
      return "  [\(number)] \(element.label): type \(number) or \"\(element.label)\" in quotes; "
        + "without quotes it is \(meaning)."
    }
  }

  /// The reasons of items that are unavailable now.
  private var reasons: [String] {
    items.compactMap { number, element in
      guard !element.isEnabled, let help = element.help else { return nil }
      return "  [\(number)] \(element.label): unavailable: \(help)"
    }
  }
}

extension Command {
  /// The word for a line that is read as something else than a label.
  fileprivate var meaning: String {
    switch self {
    case .act: "another element"
    case .nothing: "a comment"
    case .page(.find): "a search"
    default: "a command"
    }
  }
}

extension Element {
  /// A value that the element takes, and another than the present one of a few; nil where it takes none.
  fileprivate var example: String? {
    switch kind {
    case .button, .link, .disclosure, .editor: nil
    case .toggle: value == "on" ? "off" : "on"
    case .text, .secret: "text"
    case .number: value.isEmpty ? "+" : value
    case .choice, .tab: choices.first { $0 != value } ?? choices.first
    }
  }

  /// The ways to type a value; nil where the example says enough.
  fileprivate func form(_ number: Int) -> String? {
    switch kind {
    case .number: "`\(number) +`, `\(number) -`" + (range.map { ", or a value from \($0)" } ?? "")
    case .choice where allowsSeveral:
      "`\(number) NAME, NAME` chooses these alone; `\(number) +NAME` and `\(number) -NAME` add and remove"
    case .choice: "`\(number) NAME`, or a part of the name"
    case .editor: "`\(number)`, then lines up to a single dot"
    case .secret: "`\(number)`, then the text, which is not shown"
    case .disclosure: range.map { _ in "`\(number) open` shows what is in it" }
    default: nil
    }
  }
}
