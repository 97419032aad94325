import WaylineNavigation
import WaylineSystem
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
    /// True if the line is only the beginning of the label.
    var isBeginning = false
    /// True if the line is `yes` or `no`, and no part of the label.
    var isAnswer = false
  }

  let screen: Screen

  /// The element in a line; nil when the line names none.
  func read(_ line: Substring) -> Result<Match, ShellMessage>? {
    let text = line.trimmingBlanksAtEnd()
    if let quoted = readQuoted(line) { return quoted }
    if let whole = readWhole(line) { return whole }
    return findPart(text, nil) ?? readValuedBeginning(line)
      ?? tab(beginningWith: text).map { .success($0) }
  }

  /// The element in a line with a whole label, or the name of a tab; nil when the line has none.
  func readWhole(_ line: Substring) -> Result<Match, ShellMessage>? {
    let text = line.trimmingBlanksAtEnd()
    if let found = labelled(text) { return choose(whole: found, text, nil) }
    if let valued = readValued(line) { return valued }
    return tab(text).map { .success($0) }
  }

  /// True if the line is exactly a label, or the name of a tab.
  func hasLabel(_ line: Substring) -> Bool {
    let text = line.trimmingBlanksAtEnd()
    return labelled(text) != nil || tab(text) != nil
  }

  /// The elements with a label, in any case; with `beginnings` also those that only begin with it. Nil for
  /// none.
  func element(named text: Substring, _ beginnings: Bool) -> [Int]? {
    let found = labelled(text) ?? (beginnings ? beginning(text) : nil)
    return found.map { preferring($0) { screen.elements[$0].isEnabled } }
  }

  /// The element that a label means which a program sends, as if it were typed: the whole label or the name
  /// of a tab in any case, then a shortcut or the answer to an alert, then a unique beginning.
  ///
  /// - Parameter value: the value that it is to be given; nil for none.
  func find(_ label: String, value: String?) -> Result<Match, ShellMessage> {
    if let found = labelled(label[...]) { return choose(whole: found, label[...], value?[...]) }
    let text = label[...].droppingBlanks().trimmingBlanksAtEnd()
    if let tab = tab(text) { return .success(tab) }
    guard !text.isEmpty else { return .failure(unknown(label)) }
    if let found = findPart(text, value?[...]) { return found }
    let tab = value == nil ? tab(beginningWith: text) : nil
    return tab.map { .success($0) } ?? .failure(unknown(label))
  }

  /// The element with a shortcut, that an alert is answered with, or whose label has this beginning.
  private func findPart(
    _ text: Substring, _ value: Substring?
  ) -> Result<Match, ShellMessage>? {
    if value == nil, let found = shortcut(text) { return choose(found, text) }
    if value == nil, let found = answer(text) { return found }
    let found = beginning(text)?.filter { value == nil || !screen.elements[$0].isAction }
    guard let found, !found.isEmpty else { return nil }
    return choose(found, text).map { Match(index: $0.index, value: value, isBeginning: true) }
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
      let labels = valued.map { screen.elements[$0].label }
      if let near = nearest(to: label, among: labels) ?? LabelParts(label).found(in: labels).first {
        return "\(near): \(rest)"
      }
    }
    return nil
  }

  private func unknown(_ label: String) -> ShellMessage {
    let near = nearest(to: label, among: names, limit: Suggestions.limit)
    return .unknownLabel(
      label, nearest: Suggestions(near.isEmpty ? LabelParts(label).found(in: names) : near))
  }

  /// The labels of the elements, and the names of the tabs.
  var names: [String] { screen.elements.map(\.label) + screen.tabNames }
}

// MARK: - Forms

extension LabelReader {
  /// `"Label"` and `"Label": value`, with the label as it is printed.
  private func readQuoted(_ line: Substring) -> Result<Match, ShellMessage>? {
    guard line.utf8.first == Self.quote else { return nil }
    let text = line.trimmingBlanksAtEnd()
    let label = unquoted(text)
    if let label, let found = labelled(exactly: label) { return choose(whole: found, label, nil) }
    if let valued = readValued(line, quoted: true) { return valued }
    guard let label, labelled(text) == nil else { return nil }
    if let tab = tab(exactly: label) { return .success(tab) }
    return .failure(unknown(String(label)))
  }

  /// `label: value`, with the longest label that fits.
  private func readValued(
    _ line: Substring, quoted: Bool = false
  ) -> Result<Match, ShellMessage>? {
    for colon in colons(line).reversed() {
      let label = line[..<colon].trimmingBlanksAtEnd()
      guard let label = quoted ? unquoted(label) : label,
        let found = quoted ? labelled(exactly: label) : labelled(label)
      else { continue }
      return choose(whole: found, label, value(line[line.utf8.index(after: colon)...]))
    }
    return nil
  }

  /// `beginning: value`, with the beginning of the label of an element that can have a value.
  private func readValuedBeginning(_ line: Substring) -> Result<Match, ShellMessage>? {
    for colon in colons(line) {
      let text = line[..<colon].trimmingBlanksAtEnd()
      guard !text.isEmpty, let value = value(line[line.utf8.index(after: colon)...]),
        let found = beginning(text)?.filter({ !screen.elements[$0].isAction }), !found.isEmpty
      else { continue }
      return choose(found, text).map { Match(index: $0.index, value: value, isBeginning: true) }
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
    return elements { query.isSame(as: $0) }
  }

  /// The elements with a label, in the same case.
  private func labelled(exactly text: Substring) -> [Int]? {
    let label = SafeText.withoutRepeatedForms(String(text))
    return elements { $0 == label }
  }

  /// The only tab with the name, in the same case.
  private func tab(exactly text: Substring) -> Match? {
    let name = SafeText.withoutRepeatedForms(String(text))
    return tab { $0 == name }
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
    let found = screen.elements.indices.filter {
      screen.elements[$0].shortcut.map(query.isSame) ?? false
    }
    return found.isEmpty ? nil : found
  }

  /// The button that `y`, `yes`, `n` or `no` means in an alert or a dialog with two, of which one cancels.
  ///
  /// Both are named where the label of the other one begins with the word.
  private func answer(_ text: Substring) -> Result<Match, ShellMessage>? {
    guard text.utf8.count <= 3, let answers = screen.answers else { return nil }
    let word = text.lowercased()
    let isYes = word == "y" || word == "yes"
    guard isYes || word == "n" || word == "no" else { return nil }
    let (meant, other) = isYes ? answers : (answers.no, answers.yes)
    if let found = beginning(text), found.contains(other), !found.contains(meant) {
      return choose([answers.yes, answers.no].sorted(), text)
    }
    return .success(Match(index: meant, value: nil, isAnswer: true))
  }

  private func beginning(_ text: Substring) -> [Int]? {
    let query = LabelQuery(text)
    return elements { query.isBeginning(of: $0) }
  }

  /// The elements whose labels match; nil when there is none.
  private func elements(_ fits: (String) -> Bool) -> [Int]? {
    screen.elements.withUnsafeBufferPointer { elements in
      let found = elements.indices.filter { fits(elements[$0].label) }
      return found.isEmpty ? nil : found
    }
  }

  /// The element that fits best of those with a label: one that takes the value, if there is one, before
  /// others, and one that offers it among its choices; the label in the same case before another case;
  /// and an enabled element before others.
  private func choose(
    whole found: [Int], _ text: Substring, _ value: Substring?
  ) -> Result<Match, ShellMessage> {
    guard found.count > 1 else { return .success(Match(index: found[0], value: value)) }
    let elements = screen.elements
    let label = SafeText.withoutRepeatedForms(String(text))
    let taking = value == nil ? found : preferring(found) { !elements[$0].isAction }
    let offering = value.map { value in
      let query = LabelQuery(value)
      return preferring(taking) { elements[$0].choices.contains(where: query.isSame) }
    }
    let same = preferring(offering ?? taking) { elements[$0].label == label }
    return choose(same, text).map { Match(index: $0.index, value: value) }
  }

  /// The only enabled element, or the only one at all.
  private func choose(_ found: [Int], _ text: Substring) -> Result<Match, ShellMessage> {
    let elements = screen.elements
    let fitting = preferring(found) { elements[$0].isEnabled }
    if fitting.count == 1 { return .success(Match(index: fitting[0], value: nil)) }
    let choices = fitting.map { index in
      ShellMessage.Choice(
        number: screen.number(of: index), label: shown(index, among: fitting),
        isEnabled: elements[index].isEnabled)
    }
    return .failure(.ambiguous(String(text), choices: choices))
  }

  /// The label of an element, with its choices where others have the same label:
  /// `Move: (Milk down, Milk to 2)`.
  private func shown(_ index: Int, among found: [Int]) -> String {
    let element = screen.elements[index]
    let choices = element.range ?? element.choices.joined(separator: ", ")
    guard !choices.isEmpty, found.count(where: { screen.elements[$0].label == element.label }) > 1
    else { return element.label }
    return "\(element.label): (\(ShellMessage.shortened(choices)))"
  }

  /// The elements for which something holds; all of them where it holds for none.
  private func preferring(_ found: [Int], _ holds: (Int) -> Bool) -> [Int] {
    let preferred = found.filter(holds)
    return preferred.isEmpty ? found : preferred
  }
}

/// A text to compare with labels, in any case.
///
/// Most texts and labels are ASCII: those are compared byte by byte, where they lie. Others are
/// compared as the characters that they are in lower case, in the form that a screen shows.
struct LabelQuery {
  private let text: String
  /// The first byte, by which most labels differ; 0 without one.
  private let first: UInt8

  init(_ text: some StringProtocol) {
    self.text = SafeText.withoutRepeatedForms(String(text)).lowercased()
    first = self.text.utf8.first ?? 0
  }

  /// True if a label is this text.
  @inline(__always)
  func isSame(as label: String) -> Bool {
    !differs(from: label) && isSameWhole(label)
  }

  /// True if the first bytes say that a label is another text, as those of most labels do.
  @inline(__always)
  private func differs(from label: String) -> Bool {
    let bytes = label.utf8
    guard first > 0, first < 0x80, !bytes.isEmpty else { return false }
    let other = bytes[bytes.startIndex]
    return other < 0x80 && other.lowercase != first
  }

  private func isSameWhole(_ label: String) -> Bool {
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
