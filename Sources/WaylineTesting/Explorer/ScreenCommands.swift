import Wayline

/// The lines that a search types besides numbers and `back`.
struct Alphabet: Sendable {
  /// A line that is taken although no element of the screen says so.
  struct Line: Hashable, Sendable, Codable {
    let text: String
    /// The titles or the link of the screens that take it; nil for every screen.
    let place: String?

    /// True if a screen takes it.
    func isTaken(on screen: ExploredScreen) -> Bool {
      place == nil || place == screen.place || place == screen.url
    }
  }

  private static let open = "open "

  /// The values that fields are given, by label or place.
  var values = PlannedValues()
  /// The lines that are taken besides the elements.
  var lines: [Line] = []
  /// True if a restart of the program is a command.
  var restarts = false
  /// The rows of lists that are used; nil for all.
  var rows: Set<RowChoice>?
  /// True if the link of every place is opened; ``links`` are then found before the search.
  var opensLinks = false
  /// The links that are opened on every screen.
  var links: [String] = []

  /// True if screens with the same elements at two places may have different commands.
  var dependsOnPlace: Bool { !values.isEmpty || lines.contains { $0.place != nil } }

  /// The lines that lead on and that no screen offers: those that open links, and a restart.
  var linesBesideScreens: Set<String> {
    Set(
      lines.map(\.text).filter { $0.hasPrefix(Self.open) } + links.map { Self.open + $0 }
        + (restarts ? [Screens.restart] : []))
  }

  /// Adds a line; one that depends on the way to a state cannot be taken in a state.
  mutating func add(_ text: String, at place: String?) {
    let word = text.split(separator: " ").first.map(String.init) ?? ""
    precondition(
      !["undo", "redo", "forward"].contains(word),
      "'\(word)' depends on the way to a state. Explore without it; the law 'undo-redo' checks it.")
    let line = Line(text: text, place: place)
    if !lines.contains(line) { lines.append(line) }
  }

  /// The lines on a screen.
  func lines(on screen: ExploredScreen) -> [String] {
    lines.filter { $0.isTaken(on: screen) }.map(\.text) + links.map { Self.open + $0 }
  }
}

/// The commands and labels of the screens of a search, which many states have in common.
struct ScreenChoices {
  /// All of a screen that its commands depend on.
  private struct Key: Hashable {
    let elements: Elements
    let pending, ready: [String]
    let timer: Duration?
    let isFirst: Bool
    let isAsking, hasEnded: Bool
    let guardAnswers: [String]
    let holdsRows: Bool
    let place: String
    let url: String?
    /// The values with a condition that are given here.
    let values: Set<String>
  }

  /// The elements of a screen without what no command depends on: their texts, and mostly their values.
  private struct Elements: Hashable {
    let all: [SceneElement]

    static func == (left: Self, right: Self) -> Bool {
      left.all.elementsEqual(right.all) { left, right in
        left.number == right.number && left.isEnabled == right.isEnabled
          && left.label == right.label && left.kind == right.kind
          && left.choices == right.choices && left.allowsSeveral == right.allowsSeveral
          && (left.value == right.value || !ExploredScreen.dependsOnValue(left))
      }
    }

    func hash(into hasher: inout Hasher) {
      for element in all {
        hasher.combine(element.label)
        hasher.combine(element.isEnabled)
        if ExploredScreen.dependsOnValue(element) { hasher.combine(element.value) }
      }
    }
  }

  /// The commands, and what is wrong with the labels.
  struct Choice {
    let commands: [String]
    /// The names by which the plan has values for its fields.
    let names: Set<String>
    let findings: [LawFinding]
  }

  private var known: [Key: Choice] = [:]

  /// The choices on a screen; see ``ExploredScreen/commands(_:isCommand:)``.
  mutating func choice(
    on screen: ExploredScreen, _ alphabet: Alphabet, laws: ScreenLaws
  ) -> Choice {
    let hasPlace = alphabet.dependsOnPlace
    let given = alphabet.values.given(on: screen)
    let key = Key(
      elements: Elements(all: screen.elements), pending: screen.pending, ready: screen.ready,
      timer: screen.timers.first, isFirst: screen.isFirst, isAsking: screen.isAsking,
      hasEnded: screen.hasEnded,
      guardAnswers: screen.guardAnswers, holdsRows: screen.holdsRows,
      place: hasPlace ? screen.place : "",
      url: hasPlace ? screen.url : nil,
      values: alphabet.values.onSome.isEmpty ? [] : Set(given.values.map(\.id)))
    if let choice = known[key] { return choice }
    let choice = Choice(
      commands: screen.commands(alphabet, isCommand: laws.isCommand),
      names: screen.names(of: given),
      findings: laws.labelFindings(screen))
    known[key] = choice
    return choice
  }
}

extension ExploredScreen {
  /// True if a secret can be typed here, of which a search knows one value.
  var hasSecretField: Bool { elements.contains { $0.kind == "secret" && $0.isEnabled } }

  /// The lines that a person could type here, in a fixed order.
  ///
  /// - Parameters:
  ///   - alphabet: the values of fields, and the lines that no element says.
  ///   - isCommand: true for a line that runs a command instead of using an element.
  func commands(_ alphabet: Alphabet, isCommand: (String) -> Bool) -> [String] {
    let restart = alphabet.restarts ? [Screens.restart] : []
    if hasEnded { return restart }
    guard guardAnswers.isEmpty else { return guardAnswers + restart }
    var commands: [String] = []
    var counts: [String: Int] = [:]
    for label in labels { counts[label.lowercased(), default: 0] += 1 }
    let given = alphabet.values.given(on: self)
    for element in elements where element.isEnabled {
      let isTypable = counts[element.label.lowercased()] == 1 && Self.isTypable(element.label)
      for value in values(of: element, given) {
        commands.append(line(of: element, value, isTypable: isTypable, alphabet, isCommand))
      }
    }
    if !isFirst { commands.append("back") }
    if holdsRows, !isAsking { commands.append(":more") }
    // A line would be the answer to an open question.
    if !isAsking { commands += alphabet.lines(on: self) }
    if !pending.isEmpty { commands.append("wait") }
    if ready.count > 1 { commands += ready.map(DrivenScene.line(waitingFor:)) }
    // Time passes only when no task can continue.
    if ready.isEmpty, let timer = timers.first {
      commands.append(DrivenScene.line(waiting: timer))
    }
    return commands + restart
  }

  /// The last of the lines that let work continue or time pass.
  var lastWait: String? {
    if ready.isEmpty, let timer = timers.first { return DrivenScene.line(waiting: timer) }
    if ready.count > 1 { return ready.last.map(DrivenScene.line(waitingFor:)) }
    return pending.isEmpty ? nil : "wait"
  }

  /// The line that uses an element with a value, by its label if that means nothing else.
  private func line(
    of element: SceneElement, _ value: String?, isTypable: Bool, _ alphabet: Alphabet,
    _ isCommand: (String) -> Bool
  ) -> String {
    let line = Self.line(element.label, value)
    let isOther = alphabet.restarts && line == Screens.restart || isCommand(line)
    return isTypable && !isOther ? line : Self.line("\(element.number)", value)
  }

  /// The positions of the elements that lines use, and the values that they give, by line.
  func elements(
    ofLines alphabet: Alphabet, isCommand: (String) -> Bool
  ) -> [String: (position: Int, value: String?)] {
    var counts: [String: Int] = [:]
    for label in labels { counts[label.lowercased(), default: 0] += 1 }
    let given = alphabet.values.given(on: self)
    var positions: [String: (position: Int, value: String?)] = [:]
    for (position, element) in elements.enumerated() where element.isEnabled {
      let isTypable = counts[element.label.lowercased()] == 1 && Self.isTypable(element.label)
      for value in values(of: element, given) {
        positions[line(of: element, value, isTypable: isTypable, alphabet, isCommand)] = (
          position, value
        )
      }
    }
    return positions
  }

  /// True if a label can be typed as a command.
  private static func isTypable(_ label: String) -> Bool {
    let isPlain = label.unicodeScalars.allSatisfy {
      switch $0 {
      case "a"..."z", "A"..."Z", "0"..."9", " ", "-", "'", "’", ",", "?", "!", ".": true
      case "(", ")", "/", "&", "+", "%", "=", "–", "—", "…", "€", "$", "£", "#": true
      default: $0.properties.isAlphabetic
      }
    }
    return isPlain && label.first?.isLetter == true && label.last != " "
  }

  /// The line that uses an element by a label or number; nil activates it.
  private static func line(_ name: String, _ value: String?) -> String {
    guard let value else { return name }
    let text = value.isEmpty ? "\"\"" : value
    return name.first?.isNumber == true ? "\(name) \(text)" : "\(name): \(text)"
  }

  /// The values of a plan that fields of the screen have, those that are unavailable included, by what distinguishes them.
  func names(of given: [String: FieldValues]) -> Set<String> {
    given.isEmpty ? [] : Set(elements.compactMap { planned(for: $0, given)?.id })
  }

  /// The values of a plan that a field has by its label, the titles, or the link; nil without.
  private func planned(
    for element: SceneElement, _ given: [String: FieldValues]
  ) -> FieldValues? {
    guard !given.isEmpty,
      ["text", "secret", "editor", "choice", "number"].contains(element.kind)
    else { return nil }
    for name in [element.label, place, url].compactMap(\.self) {
      if let values = given[name] { return values }
    }
    return nil
  }

  /// True if the values that an element is given depend on the one that it has.
  static func dependsOnValue(_ element: SceneElement) -> Bool {
    switch element.kind {
    case "choice", "tab", "text", "editor": true
    default: false
    }
  }

  /// The values that an element is given; nil activates it.
  private func values(of element: SceneElement, _ given: [String: FieldValues]) -> [String?] {
    if let own = planned(for: element, given) { return own.values }
    switch element.kind {
    case "choice" where element.allowsSeveral: return Self.changes(of: element)
    case "choice", "tab": return element.choices.filter { $0 != element.value }
    case "number": return ["+", "-"]
    case "text": return ["Ann", "7"].filter { $0 != element.value }
    case "secret": return [Self.canary]
    case "editor": return ["A note"].filter { $0 != element.value }
    default: return [nil]
    }
  }

  /// The changes of one choice each in a list of which several can be chosen.
  private static func changes(of element: SceneElement) -> [String] {
    var rest = element.value[...]
    // A name may contain a comma, and another name.
    let chosen = element.choices.filter { choice in
      guard rest == choice || rest.hasPrefix(choice + ", ") else { return false }
      rest = rest.dropFirst(choice.count + 2)
      return true
    }
    return element.choices.map { (chosen.contains($0) ? "-" : "+") + $0 }
  }

  /// The value that secret fields are given; it must never be printed.
  static let canary = "canary-3F9QX7"
}
