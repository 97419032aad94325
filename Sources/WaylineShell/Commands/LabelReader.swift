import WaylineViews

/// Finds the element that a line names by its label.
///
/// Nothing is prepared: a line is compared with each label where it lies, which costs less than a
/// table of them that is used once.
struct LabelReader {
  /// An element, and the value that the line gives it.
  struct Match {
    let index: Int
    let value: Substring?
  }

  let screen: Screen

  /// The element in a line; nil when the line names none.
  func read(_ line: Substring) -> Result<Match, CommandProblem>? {
    let text = line.trimmingBlanksAtEnd()
    if let quoted = readQuoted(line) { return quoted }
    if let found = labelled(text) { return choose(found, text, nil) }
    if let valued = readValued(line) { return valued }
    if let found = shortcut(text) ?? beginning(text) { return choose(found, text, nil) }
    return nil
  }

  /// The element with exactly this label, in any case.
  func find(_ label: String) -> Result<Match, CommandProblem> {
    if let found = labelled(label[...]) { return choose(found, label[...], nil) }
    return .failure(unknown(label))
  }

  private func unknown(_ label: String) -> CommandProblem {
    .unknownLabel(label, among: screen.elements.map(\.label))
  }
}

// MARK: - Forms

extension LabelReader {
  /// `"Label"` and `"Label": value`.
  private func readQuoted(_ line: Substring) -> Result<Match, CommandProblem>? {
    guard line.utf8.first == Self.quote else { return nil }
    let text = line.trimmingBlanksAtEnd()
    let label = unquoted(text)
    if let label, let found = labelled(label) { return choose(found, label, nil) }
    if let valued = readValued(line, quoted: true) { return valued }
    guard let label, labelled(text) == nil else { return nil }
    return .failure(unknown(String(label)))
  }

  /// `label: value`, with the longest label that fits.
  private func readValued(
    _ line: Substring, quoted: Bool = false
  ) -> Result<Match, CommandProblem>? {
    for colon in colons(line).reversed() {
      let label = line[..<colon].trimmingBlanksAtEnd()
      guard let label = quoted ? unquoted(label) : label, let found = labelled(label)
      else { continue }
      return choose(found, label, value(line[line.utf8.index(after: colon)...]))
    }
    return nil
  }

  /// Where a label can end: no further than the longest one, however long the line is.
  private func colons(_ line: Substring) -> [Substring.Index] {
    guard line.utf8.contains(Self.colon) else { return [] }
    let longest = screen.elements.lazy.map(\.label.utf8.count).max() ?? 0
    let reach = line.utf8.prefix(longest * 3 + 3)
    return reach.indices.filter { reach[$0] == Self.colon }
  }

  /// Nothing after the colon is no value; an empty one is typed as two quotes.
  private func value(_ text: Substring) -> Substring? {
    text.isBlank ? nil : text.droppingBlank()
  }

  /// What stands between two quotes; nil without them.
  private func unquoted(_ text: Substring) -> Substring? {
    guard text.utf8.count > 2, text.utf8.first == Self.quote, text.utf8.last == Self.quote
    else { return nil }
    return Substring(text.utf8.dropFirst().dropLast())
  }

  private static let (colon, quote) = (UInt8(ascii: ":"), UInt8(ascii: "\""))
}

// MARK: - Elements

extension LabelReader {
  private func labelled(_ text: Substring) -> [Int]? {
    let sought = SoughtText(text)
    return elements { sought.isSame(as: $0.label) }
  }

  private func shortcut(_ text: Substring) -> [Int]? {
    let sought = SoughtText(text)
    return elements { $0.shortcut.map(sought.isSame) ?? false }
  }

  private func beginning(_ text: Substring) -> [Int]? {
    let sought = SoughtText(text)
    return elements { sought.isBeginning(of: $0.label) }
  }

  /// The elements that fit; nil when there is none.
  private func elements(_ fits: (Element) -> Bool) -> [Int]? {
    screen.elements.withUnsafeBufferPointer { elements in
      let found = elements.indices.filter { fits(elements[$0]) }
      return found.isEmpty ? nil : found
    }
  }

  /// The only one that can be acted on, or the only one at all.
  private func choose(
    _ found: [Int], _ text: Substring, _ value: Substring?
  ) -> Result<Match, CommandProblem> {
    let elements = screen.elements
    let enabled = found.filter { elements[$0].isEnabled }
    let fitting = enabled.isEmpty ? found : enabled
    if fitting.count == 1 { return .success(Match(index: fitting[0], value: value)) }
    let choices = fitting.map { index in
      CommandProblem.Choice(number: screen.number(of: index), label: elements[index].label)
    }
    return .failure(.ambiguous(String(text), choices: choices))
  }
}
