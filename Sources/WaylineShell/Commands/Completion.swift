import WaylineNavigation
import WaylineSystem
import WaylineViews

/// A whole line that can be typed, as Tab offers it.
struct Completion: Hashable, Sendable {
  /// The line.
  let line: String
  /// Its meaning; empty where the line says enough.
  var meaning = ""

  /// The number of lines that are listed without a request.
  static let listed = 100

  /// The lines of a list, with the meanings in a column beside them; without meanings in columns, each read
  /// from top to bottom.
  ///
  /// - Parameter columns: the width of the terminal; nil puts each on a line of its own.
  static func list(_ found: [Completion], columns: Int? = nil) -> [String] {
    if let columns, found.allSatisfy(\.meaning.isEmpty) { return packed(found, columns) }
    let width = found.map { DisplayWidth.of($0.line) }.max() ?? 0
    return found.map { completion in
      guard !completion.meaning.isEmpty else { return completion.line }
      let gap = width - DisplayWidth.of(completion.line) + 2
      return completion.line + String(repeating: " ", count: gap) + completion.meaning
    }
  }

  private static func packed(_ found: [Completion], _ columns: Int) -> [String] {
    let lines = found.map { SafeText.line(of: $0.line) }
    let width = (lines.map(DisplayWidth.of).max() ?? 0) + 2
    let count = max(1, (columns + 1) / width)
    let rows = (lines.count + count - 1) / count
    return (0..<rows).map { row in
      let cells = stride(from: row, to: lines.count, by: rows).map { lines[$0] }
      return cells.dropLast().map { DisplayWidth.filled($0, to: width) }.joined()
        + (cells.last ?? "")
    }
  }
}

extension Session {
  /// The lines that begin with a text: answers to the question, or what can be typed on the screen. Of
  /// choices, those that contain the text, or its letters, where none begins with it.
  func completions(of beginning: String) -> [Completion] {
    if let question {
      return answers(
        question.choices, after: "", beginning, allowsSeveral: question.allowsSeveral)
    }
    completeScreen()
    if beginning.isEmpty { return everything }
    // A label in quotes is compared exactly, so its beginning is, too.
    let isExact = beginning.hasPrefix("\"")
    let start = isExact ? beginning : beginning.lowercased()
    let values =
      placeValues(after: beginning) + commandOptions(after: beginning) + fileNames(after: beginning)
    // The form of a place says nothing beside its values.
    var known: Set<String> = values.isEmpty ? [] : [beginning]
    let lines = (values + completions(withArguments: beginning.contains(" ")))
      .filter { (isExact ? $0.line : $0.line.lowercased()).hasPrefix(start) }
      .filter { known.insert($0.line).inserted }
    return lines.isEmpty ? elementValues(of: beginning) : lines
  }

  /// The labels, the names of tabs and the commands that can be typed on an empty line.
  private var everything: [Completion] {
    var known: Set<String> = []
    return completions(withArguments: false)
      .filter { !$0.line.hasPrefix("\"") && known.insert($0.line).inserted }
      .map { Completion(line: $0.line) }
  }

  /// The choices that a beginning can mean; of several names the last one is completed.
  private func answers(
    _ choices: [String], after start: String, _ beginning: String, allowsSeveral: Bool
  ) -> [Completion] {
    var last = beginning[...]
    if allowsSeveral {
      if let comma = last.lastIndex(of: ",") { last = last[last.index(after: comma)...] }
      last = last.drop { $0 == " " }
      if let sign = last.first, "+-".contains(sign) { last = last.dropFirst() }
    }
    let found =
      last.isEmpty ? Array(choices.indices) : Choices(names: choices).similar(to: last.lowercased())
    let given = start + beginning[..<last.startIndex]
    return found.map { Completion(line: given + choices[$0]) }
  }

  /// The lines that give an element a value which the text does not begin, such as `Theme: lgt`.
  private func elementValues(of beginning: String) -> [Completion] {
    let screen = shown ?? beginningOfScreen()
    var shared: [Completion] = []
    for index in screen.elements.indices {
      let element = screen.elements[index]
      guard element.isEnabled, !element.choices.isEmpty else { continue }
      let number = screen.number(of: index)
      for start in ["\(number) ", "\(element.label): "]
      where beginning.lowercased().hasPrefix(start.lowercased()) {
        let isShared = start.hasPrefix(element.label) && screen.sharesLabel(element)
        let found = answers(
          element.choices, after: isShared ? "\(number) " : String(beginning.prefix(start.count)),
          String(beginning.dropFirst(start.count)), allowsSeveral: element.allowsSeveral)
        guard isShared else { return found }
        // A line with the label would be refused, so the lines with the numbers are shown.
        shared += found.map { Completion(line: $0.line, meaning: element.label) }
      }
    }
    return shared
  }

  /// The whole lines that can be typed now: labels, also in quotes, notices with a place, commands, places.
  func completions(withArguments: Bool) -> [Completion] {
    let commands = commands.map { (word: SafeText.line(of: $0.name), command: $0) }
    let elements = (shown ?? beginningOfScreen()).elements.filter(\.isEnabled).map(\.label)
    let plain = elements + knownLinks.texts.map(SafeText.line)
    let labels = (plain + plain.map { "\"\($0)\"" }).map { Completion(line: $0) }
    let words =
      BuiltInCommand.all.map { Completion(line: $0.word, meaning: $0.summary) }
      + commands.map { Completion(line: $0.word, meaning: SafeText.line(of: $0.command.summary)) }
    guard withArguments else { return labels + choices(alone: true) + words }
    let forms = commands.flatMap { word, command in
      ShellCommand.words(after: command.usage).map {
        Completion(line: SafeText.line(of: "\(word) \($0)"))
      }
    }
    let help = words.map { Completion(line: "help \($0.line)", meaning: $0.meaning) }
    let tasks = pendingNames.map { Completion(line: SafeText.line(of: "wait for \($0)")) }
    return labels + choices(alone: false) + places + forms + tasks + help
  }

  /// The places, up to the first value, with their whole form.
  private var places: [Completion] {
    (navigator?.places ?? []).map { place in
      let form = PlaceForm(place)
      let names = form.names.joined(separator: " ")
      let isWhole = form.names.count == form.parts.count
      return Completion(
        line: SafeText.line(of: "open \(names)\(isWhole ? "" : " ")"),
        meaning: isWhole ? "" : SafeText.line(of: place))
    }
  }

  /// The places whose next word is a value, with the values that there are: `open desk book 42`.
  private func placeValues(after beginning: String) -> [Completion] {
    guard let values = options.placeValues, beginning.lowercased().hasPrefix("open "),
      let typed = ShellWord.typed(beginning), let last = typed.words.last
    else { return [] }
    let words = Array(typed.words.dropFirst().dropLast())
    let forms = (navigator?.places ?? []).map(PlaceForm.init)
    guard forms.contains(where: { $0.part(after: words).map(PlaceForm.isValue) ?? false }) else {
      return []
    }
    let isBegun = !last.isEmpty || typed.quote != .none
    return values(words, last).map { value in
      let rest =
        isBegun
        ? ShellWord.rest(String(value.word.dropFirst(last.count)), in: typed.quote)
        : ShellWord.quote(value.word)
      return Completion(
        line: SafeText.line(of: beginning + rest), meaning: SafeText.line(of: value.meaning))
    }
  }

  /// The options of the command that a line begins with, or the values of the one before.
  private func commandOptions(after beginning: String) -> [Completion] {
    guard let typed = ShellWord.typed(beginning), typed.words.count > 1,
      let last = typed.words.last,
      let command = commands.first(where: { $0.name.lowercased() == typed.words[0].lowercased() })
    else { return [] }
    let words = Array(typed.words.dropFirst().dropLast())
    return OptionCandidates(command.validOptions).following(words, last).map { candidate in
      let rest = ShellWord.rest(String(candidate.word.dropFirst(last.count)), in: typed.quote)
      return Completion(
        line: SafeText.line(of: beginning + rest), meaning: SafeText.line(of: candidate.meaning))
    }
  }

  /// The files that a command, or its option, can name next.
  private func fileNames(after beginning: String) -> [Completion] {
    guard let files = options.files, let typed = ShellWord.typed(beginning), typed.words.count > 1,
      let last = typed.words.last,
      let command = commands.first(where: { $0.name.lowercased() == typed.words[0].lowercased() }),
      let name = FileArguments(of: command).file(
        in: last, after: typed.words.dropFirst().dropLast())
    else { return [] }
    return files.beginning(with: name).map { found in
      let rest = ShellWord.rest(String(found.dropFirst(name.count)), in: typed.quote)
      // The name of a folder goes on, and so do its quotes.
      let isOpen = found.hasSuffix("/") && typed.quote != .none
      return Completion(line: beginning + (isOpen ? String(rest.dropLast()) : rest))
    }
  }

  /// The names of tabs, or lines that give an element one of its values: `6 light`, `Theme: light`.
  private func choices(alone: Bool) -> [Completion] {
    let screen = shown ?? beginningOfScreen()
    return screen.elements.indices.flatMap { index -> [Completion] in
      let element = screen.elements[index]
      guard element.isEnabled, !element.choices.isEmpty else { return [] }
      if alone {
        return element.kind == .tab ? element.choices.map { Completion(line: $0) } : []
      }
      let starts =
        ["\(screen.number(of: index)) "]
        + (screen.sharesLabel(element) ? [] : ["\(element.label): "])
      return starts.flatMap { start in element.choices.map { Completion(line: start + $0) } }
    }
  }
}

extension Screen {
  /// True if another element that takes a value has the same label, so that only its number means it.
  fileprivate func sharesLabel(_ element: Element) -> Bool {
    elements.count { $0.label == element.label && $0.isEnabled && !$0.isAction } > 1
  }
}
