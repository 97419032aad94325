import WaylineViews

/// Finds the element that a line names by its label.
struct LabelReader {
  /// An element, and the value that the line gives it.
  struct Match {
    let index: Int
    let value: Substring?
  }

  private let elements: [Element]
  private let numbers: ElementNumbers
  private let byLabel: [String: [Int]]

  init(elements: [Element], numbers: ElementNumbers) {
    (self.elements, self.numbers) = (elements, numbers)
    byLabel = Dictionary(grouping: elements.indices) { elements[$0].label.lowercased() }
  }

  /// The element in a line; nil when the line names none.
  func read(_ line: Substring) -> Result<Match, CommandProblem>? {
    let text = line.trimmingBlanksAtEnd()
    if let quoted = readQuoted(line) { return quoted }
    if let found = byLabel[text.lowercased()] { return choose(found, text, nil) }
    if let valued = readValued(line) { return valued }
    if let found = shortcut(text) { return choose(found, text, nil) }
    return beginning(text)
  }

  /// The element with exactly this label, in any case.
  func find(_ label: String) -> Result<Match, CommandProblem> {
    if let found = byLabel[label.lowercased()] { return choose(found, label[...], nil) }
    return .failure(unknown(label))
  }

  private func unknown(_ label: String) -> CommandProblem {
    .unknownLabel(label, among: elements.map(\.label))
  }

  // MARK: Forms

  /// `"Label"` and `"Label": value`.
  private func readQuoted(_ line: Substring) -> Result<Match, CommandProblem>? {
    guard line.first == "\"" else { return nil }
    let text = line.trimmingBlanksAtEnd()
    if text.count > 2, text.last == "\"" {
      let label = text.dropFirst().dropLast()
      if let found = byLabel[label.lowercased()] { return choose(found, label, nil) }
    }
    if let valued = readValued(line, quoted: true) { return valued }
    guard text.count > 2, text.last == "\"" else { return nil }
    if byLabel[text.lowercased()] != nil { return nil }
    return .failure(unknown(String(text.dropFirst().dropLast())))
  }

  /// `label: value`, with the longest label that fits.
  private func readValued(
    _ line: Substring, quoted: Bool = false
  ) -> Result<Match, CommandProblem>? {
    for colon in colons(line).reversed() {
      guard let label = label(line[..<colon], quoted), let found = byLabel[label.lowercased()]
      else { continue }
      return choose(found, label, value(line[line.index(after: colon)...]))
    }
    return nil
  }

  /// Where a label can end: no further than the longest one, however long the line is.
  private func colons(_ line: Substring) -> [Substring.Index] {
    let longest = byLabel.keys.lazy.map(\.count).max() ?? 0
    let reach = line.prefix(longest * 3 + 3)
    return reach.indices.filter { reach[$0] == ":" }
  }

  /// Nothing after the colon is no value; an empty one is typed as two quotes.
  private func value(_ text: Substring) -> Substring? {
    if text.allSatisfy(\.isBlank) { return nil }
    return text.first?.isBlank == true ? text.dropFirst() : text
  }

  private func label(_ text: Substring, _ isQuoted: Bool) -> Substring? {
    let text = text.trimmingBlanksAtEnd()
    guard isQuoted else { return text }
    guard text.count > 2, text.last == "\"" else { return nil }
    return text.dropFirst().dropLast()
  }

  private func shortcut(_ text: Substring) -> [Int]? {
    let word = text.lowercased()
    let found = elements.indices.filter { elements[$0].shortcut?.lowercased() == word }
    return found.isEmpty ? nil : found
  }

  private func beginning(_ text: Substring) -> Result<Match, CommandProblem>? {
    let start = text.lowercased()
    let found = byLabel.filter { $0.key.hasPrefix(start) }.flatMap(\.value).sorted()
    return found.isEmpty ? nil : choose(found, text, nil)
  }

  // MARK: Choice

  /// The only one that can be acted on, or the only one at all.
  private func choose(
    _ found: [Int], _ text: Substring, _ value: Substring?
  ) -> Result<Match, CommandProblem> {
    let enabled = found.filter { elements[$0].isEnabled }
    let fitting = enabled.isEmpty ? found : enabled
    if fitting.count == 1 { return .success(Match(index: fitting[0], value: value)) }
    let choices = fitting.map { index in
      CommandProblem.Choice(number: numbers.number(of: index), label: elements[index].label)
    }
    return .failure(.ambiguous(String(text), choices: choices))
  }
}

extension Character {
  /// A space or a tab.
  var isBlank: Bool { self == " " || self == "\t" }
}

extension UInt8 {
  /// An ASCII digit.
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}

extension Substring {
  func trimmingBlanksAtEnd() -> Substring {
    var end = endIndex
    while end > startIndex, self[index(before: end)].isBlank { end = index(before: end) }
    return self[..<end]
  }
}
