import WaylineNavigation
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
  func read(_ line: Substring) -> Result<Match, ShellMessage>? {
    let text = line.trimmingBlanksAtEnd()
    if let quoted = readQuoted(line) { return quoted }
    if let found = labelled(text) { return choose(found, text, nil) }
    if let valued = readValued(line) { return valued }
    if let tab = tab(text) { return .success(tab) }
    if let found = shortcut(text) ?? beginning(text) { return choose(found, text, nil) }
    return tab(beginningWith: text).map { .success($0) }
  }

  /// True if the line is exactly a label, or the name of a tab.
  func hasLabel(_ line: Substring) -> Bool {
    let text = line.trimmingBlanksAtEnd()
    return labelled(text) != nil || tab(text) != nil
  }

  /// The element with exactly this label, or the tab of this name, in any case.
  func find(_ label: String) -> Result<Match, ShellMessage> {
    if let found = labelled(label[...]) { return choose(found, label[...], nil) }
    if let tab = tab(label[...]) { return .success(tab) }
    return .failure(unknown(label))
  }

  /// The line with the colon that it lacks: `Copies: 5` for `copies 5` or `copies=5`; nil where no label
  /// of an element that takes a value begins it.
  func withColon(_ line: Substring) -> String? {
    var (best, longest) = (String?.none, 0)
    for element in screen.elements where element.isEnabled && element.takesValue {
      let count = element.label.count
      guard count > longest, LabelQuery(line.prefix(count)).isSame(as: element.label) else {
        continue
      }
      let rest = line.dropFirst(count)
      guard rest.first == " " || rest.first == "=" else { continue }
      let value = rest.drop { $0 == " " || $0 == "=" }
      guard !value.isEmpty else { continue }
      (best, longest) = ("\(element.label): \(ShellMessage.shortened(String(value)))", count)
    }
    return best
  }

  /// The line with the label that it nearly has before its colon: `Title: Emma` for `Titel: Emma`, or
  /// `2 Emma` for `2: Emma`.
  func corrected(_ line: Substring) -> String? {
    let valued = screen.elements.indices.filter {
      screen.elements[$0].isEnabled && screen.elements[$0].takesValue
    }
    for colon in colons(line) {
      guard let value = value(line[line.utf8.index(after: colon)...]) else { continue }
      let rest = ShellMessage.shortened(String(value))
      let label = String(line[..<colon].trimmingBlanksAtEnd())
      if let number = Int(label), valued.contains(where: { screen.number(of: $0) == number }) {
        return "\(number) \(rest)"
      }
      if let near = nearest(to: label, among: valued.map { screen.elements[$0].label }) {
        return "\(near): \(rest)"
      }
    }
    return nil
  }

  private func unknown(_ label: String) -> ShellMessage {
    .unknownLabel(label, among: screen.elements.map(\.label) + screen.tabNames)
  }
}

// MARK: - Forms

extension LabelReader {
  /// `"Label"` and `"Label": value`.
  private func readQuoted(_ line: Substring) -> Result<Match, ShellMessage>? {
    guard line.utf8.first == Self.quote else { return nil }
    let text = line.trimmingBlanksAtEnd()
    let label = unquoted(text)
    if let label, let found = labelled(label) { return choose(found, label, nil) }
    if let valued = readValued(line, quoted: true) { return valued }
    guard let label, labelled(text) == nil else { return nil }
    if let tab = tab(label) { return .success(tab) }
    return .failure(unknown(String(label)))
  }

  /// `label: value`, with the longest label that fits.
  private func readValued(
    _ line: Substring, quoted: Bool = false
  ) -> Result<Match, ShellMessage>? {
    for colon in colons(line).reversed() {
      let label = line[..<colon].trimmingBlanksAtEnd()
      guard let label = quoted ? unquoted(label) : label, let found = labelled(label)
      else { continue }
      return choose(found, label, value(line[line.utf8.index(after: colon)...]))
    }
    return nil
  }

  /// The positions where a label can end: none beyond the longest label.
  private func colons(_ line: Substring) -> [Substring.Index] {
    guard line.utf8.contains(Self.colon) else { return [] }
    let longest = screen.elements.lazy.map(\.label.utf8.count).max() ?? 0
    let reach = line.utf8.prefix(longest * 3 + 3)
    return reach.indices.filter { reach[$0] == Self.colon }
  }

  /// An empty text after the colon counts as no value; an empty value is typed as two quotes.
  private func value(_ text: Substring) -> Substring? {
    text.isBlank ? nil : text.droppingBlank()
  }

  /// The text between two quotes; nil without them.
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
    let query = LabelQuery(text)
    return elements { query.isSame(as: $0.label) }
  }

  /// The only tab with the name.
  private func tab(_ text: Substring) -> Match? {
    tab(where: LabelQuery(text).isSame)
  }

  /// The only tab whose name begins with the text.
  private func tab(beginningWith text: Substring) -> Match? {
    tab(where: LabelQuery(text).isBeginning)
  }

  private func tab(where fits: (String) -> Bool) -> Match? {
    let found = screen.elements.indices.flatMap { index -> [Match] in
      guard screen.elements[index].kind == .tab else { return [] }
      return screen.elements[index].choices.filter(fits)
        .map { Match(index: index, value: $0[...]) }
    }
    return found.count == 1 ? found[0] : nil
  }

  private func shortcut(_ text: Substring) -> [Int]? {
    let query = LabelQuery(text)
    return elements { $0.shortcut.map(query.isSame) ?? false }
  }

  private func beginning(_ text: Substring) -> [Int]? {
    let query = LabelQuery(text)
    return elements { query.isBeginning(of: $0.label) }
  }

  /// The elements that match; nil when there is none.
  private func elements(_ fits: (Element) -> Bool) -> [Int]? {
    screen.elements.withUnsafeBufferPointer { elements in
      let found = elements.indices.filter { fits(elements[$0]) }
      return found.isEmpty ? nil : found
    }
  }

  /// The only enabled element, or the only one at all.
  private func choose(
    _ found: [Int], _ text: Substring, _ value: Substring?
  ) -> Result<Match, ShellMessage> {
    let elements = screen.elements
    let enabled = found.filter { elements[$0].isEnabled }
    let fitting = enabled.isEmpty ? found : enabled
    if fitting.count == 1 { return .success(Match(index: fitting[0], value: value)) }
    let choices = fitting.map { index in
      ShellMessage.Choice(number: screen.number(of: index), label: elements[index].label)
    }
    return .failure(.ambiguous(String(text), choices: choices))
  }
}

/// A text to compare with labels, in any case.
///
/// Most texts and labels are ASCII: those are compared byte by byte, where they lie. Others are
/// compared as the characters that they are in lower case, in the form that a screen shows.
struct LabelQuery {
  private let text: String

  init(_ text: some StringProtocol) {
    self.text = SafeText.withoutRepeatedForms(String(text)).lowercased()
  }

  /// True if a label is this text.
  func isSame(as label: String) -> Bool {
    compare(with: label, whole: true) ?? (label.lowercased() == text)
  }

  /// True if a label begins with this text.
  func isBeginning(of label: String) -> Bool {
    compare(with: label, whole: false) ?? label.lowercased().hasPrefix(text)
  }

  /// The answer, if bytes can give it; nil where a character that is not ASCII may decide.
  private func compare(with label: String, whole: Bool) -> Bool? {
    var rest = label.utf8.makeIterator()
    for byte in text.utf8 {
      guard let other = rest.next() else { return byte < 0x80 ? false : nil }
      if byte >= 0x80 || other >= 0x80 { return nil }
      if byte != other.lowercase { return false }
    }
    guard let next = rest.next() else { return true }
    // What is not ASCII may be a mark that belongs to the character before.
    return next < 0x80 ? !whole : nil
  }
}

extension Element {
  /// True if a value can be typed for it that may be repeated.
  fileprivate var takesValue: Bool { ![.button, .link, .disclosure].contains(kind) && !isPrivate }
}

extension UInt8 {
  /// The letter in lower case; any other byte as it is.
  fileprivate var lowercase: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }
}
