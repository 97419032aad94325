import WaylineNavigation
import WaylineViews

/// Reads a line as a command, against what is on the screen. Pure: reading changes nothing.
///
/// Order of reading: a number · `:command` · `/text` · command · exact label in any case · name of a
/// tab · shortcut word · unique beginning of a label, or else of a tab's name · alias of a command. A
/// command whose words do not fit is tried as a label before it is refused, so `Help yourself` can be a
/// label; so is a number with a value that its element does not take, such as `3 sisters`. A command
/// that lacks words is no beginning of a label.
/// `"Label"`, in the same case, is never read as anything else. A line that begins with `#` is a comment.
/// `more`, `top` and `all` are labels where the screen has them, but not while the rest of a long text
/// waits for them. Some elements want their whole label: its beginning is refused.
package struct CommandParser: Sendable {
  /// The last printed screen.
  private let screen: Screen
  private let registered: CommandNames
  private let offersPages: Bool
  private let program: String
  /// The elements by the numbers under which they were printed last; nil where that is the screen.
  private let seen: SeenNumbers?
  /// The places of notices, by their numbers.
  private let links: PrintedLinks
  /// The screen at which the line was typed, if it is not the last printed one.
  private let typedAt: Screen?

  /// A parser for lines typed at a screen, with the names of the registered commands.
  ///
  /// - Parameters:
  ///   - offersPages: true if the last printed line offers `more`, `top` and `all`.
  ///   - program: the name of the program, with which the lines of a shell begin.
  package init(
    screen: Screen, registered: CommandNames = CommandNames([]), offersPages: Bool = false,
    program: String = ""
  ) {
    self.init(
      screen: screen, registered: registered, offersPages: offersPages, program: program, seen: nil,
      typedAt: nil)
  }

  /// - Parameters:
  ///   - seen: the elements by the numbers under which they were printed last.
  ///   - links: the places of notices, by their numbers.
  ///   - typedAt: the screen at which the line was typed, if it is not the last printed one.
  init(
    screen: Screen, registered: CommandNames, offersPages: Bool, program: String,
    seen: SeenNumbers?, links: PrintedLinks = PrintedLinks(), typedAt: Screen?
  ) {
    (self.screen, self.registered, self.offersPages) = (screen, registered, offersPages)
    (self.program, self.seen, self.links, self.typedAt) = (program, seen, links, typedAt)
  }

  /// The command in a line, or the reason that there is none.
  ///
  /// - Complexity: O(1) for numbers and commands, O(elements) for labels.
  package func read(_ line: String) -> Result<Command, ShellMessage> {
    let text = line[...].droppingBlanks()
    guard let first = text.utf8.first else { return .success(.nothing) }
    if first.isDigit, let command = readNumber(text) { return labelled(text, unless: command) }
    if let command = readAfterMark(text) { return labelled(text, unless: command) }
    return readWords(text, split(text))
  }

  /// The command in the words of a command line, in which quotes have no meaning any more.
  package func read(words: [String]) -> Result<Command, ShellMessage> {
    guard let first = words.first else { return .success(.nothing) }
    let given = Array(words.dropFirst())
    let rest = given.joined(separator: " ")
    let line = Words(first: first.lowercased(), rest: rest[...], given: given)
    return readWords(words.joined(separator: " ")[...], line)
  }

  /// A line that begins with a mark: a comment, a filter, or a command after a colon.
  private func readAfterMark(_ text: Substring) -> Result<Command, ShellMessage>? {
    switch text.utf8.first {
    case UInt8(ascii: "#"): .success(.nothing)
    case UInt8(ascii: ":"): readAfterColon(text.dropFirst())
    case UInt8(ascii: "/"):
      text.utf8.count > 1
        ? .success(.page(.find(String(text.dropFirst().trimmingBlanksAtEnd()))))
        : .failure(.misused(usage: "/text"))
    default: nil
    }
  }

  /// The element whose whole label is a line that was refused as a number with a value, or after a mark.
  private func labelled(
    _ text: Substring, unless command: Result<Command, ShellMessage>
  ) -> Result<Command, ShellMessage> {
    let labels = LabelReader(screen: screen)
    guard case .failure(let message) = command else { return command }
    if let label = labels.readWhole(text) { return label.flatMap(act) }
    guard case .noElement(let number, let count, _) = message,
      number == text.trimmingBlanksAtEnd()
    else { return command }
    let near = LabelParts(number).found(in: labels.names).map(line(for:))
    return .failure(.noElement(number: number, count: count, nearest: Suggestions(near)))
  }

  /// The command that acts on an element, named by its number or its label.
  package func act(
    onNumber number: Int, value: String?
  ) -> Result<Command, ShellMessage> {
    if let element = seen?[number] {
      guard let index = screen.elements.firstIndex(where: { $0.id == element.id }) else {
        return .failure(.gone(label: element.label))
      }
      return act(on: index, number, value: value)
    }
    if let link = links[number] { return open(link, value: value) }
    if let seen, seen.isComplete {
      return .failure(.noElement(number: String(number), count: seen.last))
    }
    guard let index = screen.index(ofNumber: number) else {
      return .failure(.noElement(number: String(number), count: screen.lastNumber))
    }
    return act(on: index, number, value: value)
  }

  private func open(_ link: PrintedLinks.Link, value: String?) -> Result<Command, ShellMessage> {
    guard value == nil else { return .failure(.takesNoValue(label: link.text)) }
    return .success(.openLink(number: link.number))
  }

  /// Acts on the element with a number, unless it wants its whole label and had another number, or none,
  /// when the line was typed.
  private func act(
    on index: Int, _ number: Int, value: String?
  ) -> Result<Command, ShellMessage> {
    if let typedAt, screen.requiresWholeLabel(index) {
      let known = typedAt.index(ofNumber: number).map { typedAt.elements[$0].id }
      guard known == screen.elements[index].id else {
        let form = wholeForm(of: index)
        return .failure(.typedAhead(form, word: String(number), number: number))
      }
    }
    return act(on: index, value: value)
  }

  /// The command that acts on the element that a label means, or selects the tab of that name, as if the label
  /// were typed; a value is taken as it is.
  package func act(onLabel label: String, value: String?) -> Result<Command, ShellMessage> {
    let found = LabelReader(screen: screen).find(label, value: value)
    if case .failure(.unknownLabel) = found, let link = links.link(named: label) {
      return open(link, value: value)
    }
    return found.flatMap { match in
      refusal(of: match).map { .failure($0) }
        ?? act(on: match.index, value: value ?? match.value.map(String.init))
    }
  }

  /// The command that typing a label runs instead of acting on its element; nil when it does that.
  ///
  /// Such a label is reached by its number, or in quotes.
  ///
  /// - Complexity: O(1), but for labels that begin with a quote.
  package func shadow(ofLabel label: String) -> Command? {
    guard case .success(let command) = readBeforeLabels(label) else { return nil }
    if case .act(let index, nil) = command, screen.elements[index].label == label { return nil }
    return command
  }
}

// MARK: - Labels that are read as something else

extension CommandParser {
  /// The way to reach an element whose label is a line that was read as something else; nil where it is
  /// not the label of one.
  ///
  /// A comment is silent by itself, so it is also compared with the beginnings of labels.
  func detour(of line: String, readAs command: Command) -> ShellMessage? {
    let text = line[...].droppingBlanks().trimmingBlanksAtEnd()
    let labels = LabelReader(screen: screen)
    let isComment = command == .nothing && text.utf8.count > 1
    guard isComment || command.isReadForLabel, let found = labels.element(named: text, isComment)
    else { return nil }
    guard let index = found.first, found.count == 1, screen.elements[index].isEnabled else {
      return isComment ? .labelsAreComments : nil
    }
    let (label, number) = (screen.elements[index].label, screen.number(of: index))
    return isComment
      ? .labelIsComment(label: label, number: number)
      : .labelIsCommand(label: label, number: number)
  }
}

extension Command {
  /// True if a label may have been meant that a line was not read as.
  fileprivate var isReadForLabel: Bool {
    switch self {
    // The words that yield to labels are none where there is such a label.
    case .nothing, .act, .openLink, .page(.more), .page(.top), .page(.all), .fill: false
    default: true
    }
  }
}

// MARK: - Numbers and commands

extension CommandParser {
  private func readNumber(_ text: Substring) -> Result<Command, ShellMessage>? {
    let digits = text.utf8.prefix { $0.isDigit }
    let rest = text[digits.endIndex...]
    guard rest.utf8.first?.isBlank ?? true else { return nil }
    let value = rest.isBlank ? nil : unquoted(rest.droppingBlank())
    guard let number = Int(Substring(digits)) else {
      return .failure(
        .noElement(number: String(Substring(digits)), count: screen.lastNumber))
    }
    return act(onNumber: number, value: value)
  }

  /// An empty text is typed as two quotes; everything else is taken as it stands.
  private func unquoted(_ text: Substring) -> String {
    text == "\"\"" ? "" : String(text)
  }

  /// Acts on the element that a line names by its label.
  private func act(_ match: LabelReader.Match) -> Result<Command, ShellMessage> {
    refusal(of: match).map { .failure($0) }
      ?? act(on: match.index, value: match.value.map(unquoted))
  }

  /// The reason why only the whole label of an element that was found activates it; nil for most.
  private func refusal(of match: LabelReader.Match) -> ShellMessage? {
    guard match.isBeginning || match.isAnswer, screen.requiresWholeLabel(match.index) else {
      return nil
    }
    let number = screen.number(of: match.index)
    if match.isBeginning { return .needsWholeLabel(wholeForm(of: match.index), number: number) }
    let element = screen.elements[match.index].id
    guard let typedAt, !typedAt.elements.contains(where: { $0.id == element }) else { return nil }
    return .typedAhead(wholeForm(of: match.index), word: "The answer", number: number)
  }

  /// The line that names an element by its whole label.
  func wholeForm(of index: Int) -> String { line(for: screen.elements[index].label) }

  /// The line that acts on the element with a label: in quotes where the label alone is read as something
  /// else, and the number where the quotes are part of it.
  private func line(for label: String) -> String {
    guard shadow(ofLabel: label) != nil else { return label }
    guard label.contains("\"") else { return "\"\(label)\"" }
    let index = screen.elements.firstIndex { $0.label == label }
    return index.flatMap(screen.number).map(String.init) ?? label
  }

  /// The lines for names that are near: labels as they are typed, and commands, of which those that need
  /// words are forms.
  private func suggestions(_ near: [String], isLabelled: (String) -> Bool) -> Suggestions {
    var suggestions: Suggestions = []
    for name in near {
      if isLabelled(name) {
        suggestions.lines.append(line(for: name))
      } else if let form = form(of: name) {
        suggestions.form = suggestions.form ?? form
      } else {
        suggestions.lines.append(name)
      }
    }
    return suggestions
  }

  /// The form of a command that needs words, such as `open place…`; nil for one that does not.
  private func form(of command: String) -> String? {
    guard let builtIn = BuiltInCommand.byWord[command] else { return registered.form(of: command) }
    return builtIn.read([]) == nil ? builtIn.usage : nil
  }

  /// The message with the names that are near to a label as they are typed.
  private func typable(_ message: ShellMessage) -> ShellMessage {
    guard case .unknownLabel(let label, let near) = message else { return message }
    return .unknownLabel(label, nearest: Suggestions(near.lines.map(line(for:))))
  }

  private func act(on index: Int, value: String?) -> Result<Command, ShellMessage> {
    if value != nil, [.button, .link].contains(screen.elements[index].kind) {
      return .failure(.takesNoValue(label: screen.elements[index].label))
    }
    return .success(.act(on: index, value: value))
  }

  private func readAfterColon(_ text: Substring) -> Result<Command, ShellMessage> {
    let line = split(text)
    if let command = readCommand(line, alsoHidden: true) ?? readAlias(line) { return command }
    let hidden = BuiltInCommand.hidden.map(\.word)
    let names = BuiltInCommand.all.map(\.word) + hidden + registered.all
    let near = nearest(to: line.first, among: names, limit: Suggestions.limit)
    var suggestions = suggestions(near) { _ in false }
    // Without the colon some words are no commands.
    suggestions.lines = suggestions.lines.map { name in
      hidden.contains(name) || BuiltInCommand.yielding.contains(name) ? ":\(name)" : name
    }
    return .failure(.unknownCommand(line.first, nearest: suggestions))
  }

  /// The command for a label before the labels of the screen are compared.
  private func readBeforeLabels(_ label: String) -> Result<Command, ShellMessage>? {
    let text = label[...].droppingBlanks()
    let first = text.utf8.first ?? 0
    if first.isDigit { return readNumber(text) }
    if first == UInt8(ascii: "\"") { return read(label) }
    if let command = readAfterMark(text) { return command }
    let line = split(text)
    if BuiltInCommand.yielding.contains(line.first) { return nil }
    return readCommand(line, alsoHidden: false).flatMap { fits($0) ? $0 : nil }
  }

  /// True if the words after a command fit it.
  private func fits(_ command: Result<Command, ShellMessage>) -> Bool {
    switch command {
    case .success(.registered(let name, let words, _)): registered.fits(name, words)
    case .success: true
    case .failure: false
    }
  }

  private func readWords(
    _ text: Substring, _ line: Words
  ) -> Result<Command, ShellMessage> {
    let command = readCommand(line, alsoHidden: false)
    let labels = LabelReader(screen: screen)
    let isOffered = offersPages && BuiltInCommand.pageWords.contains(line.first)
    let yields =
      !isOffered && BuiltInCommand.yielding.contains(line.first) && labels.hasLabel(text)
    if let command, fits(command), !yields { return command }
    // A command alone that needs words is not the beginning of a label.
    let lacksWords = command != nil && line.rest.isBlank
    if let label = lacksWords ? labels.readWhole(text) : labels.read(text) {
      return label.mapError(typable).flatMap(act)
    }
    if let found = command ?? readAlias(line) ?? readBracketed(text) { return found }
    let link = links.link(named: text.trimmingBlanksAtEnd())
    return link.map { open($0, value: nil) } ?? .failure(unknown(text, line))
  }

  /// The command that the first word is short for.
  private func readAlias(_ line: Words) -> Result<Command, ShellMessage>? {
    guard let name = BuiltInCommand.aliases[line.first] else { return nil }
    var line = line
    line.first = name
    return readCommand(line, alsoHidden: false)
  }

  /// A number as it is printed: `[3]`, or `[3] value`.
  private func readBracketed(_ text: Substring) -> Result<Command, ShellMessage>? {
    guard text.utf8.first == UInt8(ascii: "["),
      let end = text.utf8.firstIndex(of: UInt8(ascii: "]"))
    else { return nil }
    let digits = text[text.utf8.index(after: text.startIndex)..<end]
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return nil }
    return readNumber(digits + text[text.utf8.index(after: end)...])
  }

  private func readCommand(
    _ line: Words, alsoHidden: Bool
  ) -> Result<Command, ShellMessage>? {
    let hidden = alsoHidden ? BuiltInCommand.hidden.first { $0.word == line.first } : nil
    guard let builtIn = BuiltInCommand.byWord[line.first] ?? hidden else {
      return readRegistered(line)
    }
    guard let words = line.others else { return .failure(.openQuote) }
    if let command = builtIn.read(words) { return .success(command) }
    return .failure(builtIn.refusal(words) ?? .misused(usage: builtIn.usage))
  }

  private func readRegistered(_ line: Words) -> Result<Command, ShellMessage>? {
    guard let name = registered.name(of: line.first) else { return nil }
    // The command may want a text, in which an apostrophe opens nothing.
    let words = line.others ?? blankSeparated(line.rest)
    return .success(.registered(name: name, words: words, text: String(line.rest)))
  }

  private func blankSeparated(_ text: Substring) -> [String] {
    text.utf8.split(whereSeparator: \.isBlank).map { String(Substring($0)) }
  }

  private func split(_ text: Substring) -> Words {
    let word = text.utf8.prefix { !$0.isBlank }
    return Words(
      first: Substring(word).lowercased(), rest: text[word.endIndex...].droppingBlanks())
  }

  /// The message for a line that is neither a command nor a label: it names a value that lacks its colon,
  /// else the nearest names, else the command for a word of other programs, else the line with its label
  /// or its command corrected.
  private func unknown(_ text: Substring, _ line: Words) -> ShellMessage {
    let labels = LabelReader(screen: screen)
    let names = labels.names + BuiltInCommand.all.map(\.word) + registered.all
    let typed = text.trimmingBlanksAtEnd()
    if let valued = labels.withColon(typed) { return .unknown(String(typed), nearest: [valued]) }
    let close = nearest(to: typed, among: names, limit: Suggestions.limit)
    guard close.isEmpty else {
      let isLabel = labels.names.contains
      return .unknown(String(typed), nearest: suggestions(close, isLabelled: isLabel))
    }
    let meant =
      line.ownCommand ?? withoutProgram(line) ?? labels.corrected(typed) ?? corrected(line)
    let near = meant.map { [$0] } ?? LabelParts(typed).found(in: labels.names).map(line(for:))
    return .unknown(String(typed), nearest: Suggestions(near))
  }

  /// The line for one that was typed as in a shell: `open desk` for `tour desk`.
  private func withoutProgram(_ line: Words) -> String? {
    guard !line.rest.isBlank, line.first == program.lowercased() else { return nil }
    let first = split(line.rest).first
    let isCommand = BuiltInCommand.byWord[first] != nil || registered.name(of: first) != nil
    let rest = ShellMessage.shortened(String(line.rest.trimmingBlanksAtEnd()))
    return isCommand ? rest : "open \(rest)"
  }

  /// The line with the command that its first word nearly is: `store status` for `stroe status`; nil
  /// where the words after it do not fit.
  private func corrected(_ line: Words) -> String? {
    let names = BuiltInCommand.all.map(\.word) + registered.all
    guard !line.rest.isBlank, let words = line.others,
      let name = nearest(to: line.first, among: names),
      BuiltInCommand.byWord[name].map({ $0.read(words) != nil }) ?? registered.fits(name, words)
    else { return nil }
    return "\(name) \(ShellMessage.shortened(String(line.rest.trimmingBlanksAtEnd())))"
  }
}

/// The first word of a line, and what follows it.
private struct Words {
  /// The first word, in lower case.
  var first: String
  /// Everything after it, as a text.
  let rest: Substring
  /// The words after the first, where a command line has taken them apart already.
  var given: [String]?

  /// The words after the first, without their quotes; nil if one is not closed.
  var others: [String]? { given ?? ShellWord.split(String(rest)) }

  /// The command for a word that other programs have, with the words after it: `open x` for `cd x`.
  var ownCommand: String? {
    guard let command = BuiltInCommand.foreign[first] else { return nil }
    let words = ShellMessage.shortened(String(rest.trimmingBlanksAtEnd()))
    switch command {
    case "open" where words.isEmpty: return nil
    case "open" where words == "..": return "back"
    case "open": return BuiltInCommand.byWord[words.lowercased()]?.word ?? "open \(words)"
    case "/text": return words.isEmpty ? command : "/\(words)"
    default: return command
    }
  }
}

// MARK: - Blanks

extension UInt8 {
  /// A space or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// An ASCII digit.
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}

extension Substring {
  /// True if all of it is blanks.
  var isBlank: Bool { utf8.allSatisfy(\.isBlank) }

  /// The text without blanks at its beginning.
  func droppingBlanks() -> Substring {
    var bytes = utf8
    while let first = bytes.first, first.isBlank { bytes.removeFirst() }
    return Substring(bytes)
  }

  /// The text without one blank at its beginning.
  func droppingBlank() -> Substring {
    utf8.first?.isBlank == true ? Substring(utf8.dropFirst()) : self
  }

  /// The text without blanks at its end.
  func trimmingBlanksAtEnd() -> Substring {
    var bytes = utf8
    while let last = bytes.last, last.isBlank { bytes.removeLast() }
    return Substring(bytes)
  }
}
