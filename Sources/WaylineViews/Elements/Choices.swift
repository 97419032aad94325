import WaylineSystem

/// The names of the options, and the options that a typed text means.
///
/// A text means what it looks like. A number is a position only where no name contains a number, and a
/// number that is typed as a part of a name is a whole number there: `2` is not a part of `2026`.
package struct Choices {
  let names: [String]

  /// The choices with these names.
  package init(names: [String]) { self.names = names }

  /// The reason to refuse a word, as a whole sentence.
  package struct Refusal: Error, Equatable {
    let sentence: String
  }

  /// The choice for a word: its name in any case, its position, or what only its name begins with,
  /// contains, or contains the letters of in this order.
  package func find(_ typed: String) -> Result<Int, Refusal> {
    let word = typed.lowercased()
    let exact = names.indices.filter { names[$0].lowercased() == word }
    if exact.count == 1 { return .success(exact[0]) }
    if let place = place(typed) { return .success(place) }
    let meant = similar(to: word) { NumbersInText.areAll(of: word, in: $0) }
    if meant.count == 1 { return .success(meant[0]) }
    let similar = meant.isEmpty ? similar(to: word) : meant
    return .failure(refusal(of: SafeText.line(of: typed), exact: exact, similar: similar))
  }

  /// The choice at a position: `[3]` in any case, and `3` where no name contains a number.
  package func place(_ typed: String) -> Int? {
    let isBracketed = typed.hasPrefix("[") && typed.hasSuffix("]")
    guard isBracketed || !hasNumbers else { return nil }
    let digits = isBracketed ? typed.dropFirst().dropLast() : typed[...]
    guard digits.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(digits) else {
      return nil
    }
    return names.indices.contains(number - 1) ? number - 1 : nil
  }

  /// The text that names a choice and no other: its name, or its position.
  package func typed(_ index: Int) -> String {
    if !names[index].isEmpty, case .success(index) = find(names[index]) { return names[index] }
    return hasNumbers ? "[\(index + 1)]" : "\(index + 1)"
  }

  /// The line that chooses these choices and no others, where several may be chosen; two quotes for none.
  package func line(choosing chosen: some Sequence<Int>) -> String {
    let parts = chosen.map { index in
      let name = typed(index)
      let isSplit = name.contains(",") || name.first.map { "+-".contains($0) } ?? true
      return isSplit ? "[\(index + 1)]" : name
    }
    return parts.isEmpty ? "\"\"" : parts.joined(separator: ", ")
  }

  /// True if a typed line chooses something.
  package func accepts(_ typed: String, several: Bool) -> Bool {
    if several, case .success = items(typed) { return true }
    if !several, case .success = find(typed) { return true }
    return false
  }

  private var hasNumbers: Bool { names.contains { !NumbersInText.all(in: $0).isEmpty } }

  /// The selection that a typed text makes of another one, where several may be chosen.
  ///
  /// Names with commas between them replace what is chosen among the choices; names that each have a `+` or a
  /// `-` before them are added, or removed. What is chosen and is none of the choices stays chosen. A name
  /// that contains a comma, or begins with a sign, is found before the text is taken apart.
  ///
  /// - Parameter values: the values of the choices, in their order.
  func selection<Value: Hashable>(
    _ typed: String, of values: [Value], changing chosen: Set<Value>
  ) -> Result<Set<Value>, Refusal> {
    items(typed).map { items in
      let isChange = items.contains { $0.isAdded != nil }
      return items.reduce(isChange ? chosen : chosen.subtracting(values)) { chosen, item in
        item.isAdded == false
          ? chosen.subtracting([values[item.index]]) : chosen.union([values[item.index]])
      }
    }
  }

  /// True if a typed text changes single choices, and leaves the others as they are.
  func isChange(_ typed: String) -> Bool {
    guard case .success(let items) = items(typed) else { return false }
    return items.contains { $0.isAdded != nil }
  }

  private static let mixed =
    "Type names alone to choose these, or a + or - before each name to add or remove it."

  /// A name in a list, with true for `+`, false for `-`, and nil for none.
  private struct Item {
    let index: Int
    let isAdded: Bool?
  }

  private func items(_ typed: String) -> Result<[Item], Refusal> {
    if case .success(let item) = findItem(typed) { return .success([item]) }
    var items: [Item] = []
    for part in typed.split(separator: ",") {
      switch findItem(part.trimmed) {
      case .success(let item): items.append(item)
      case .failure(let refusal): return .failure(refusal)
      }
    }
    guard let first = items.first else { return .failure(refusal(of: typed)) }
    guard items.allSatisfy({ ($0.isAdded == nil) == (first.isAdded == nil) }) else {
      return .failure(Refusal(sentence: Self.mixed))
    }
    return .success(items)
  }

  private func findItem(_ typed: String) -> Result<Item, Refusal> {
    let isName = names.contains { $0.lowercased() == typed.lowercased() }
    guard !isName, let sign = typed.first, "+-".contains(sign) else {
      return find(typed).map { Item(index: $0, isAdded: nil) }
    }
    return find(typed.dropFirst().trimmed).map { Item(index: $0, isAdded: sign == "+") }
  }

  /// The choices that fit a word in lower case best, in their order: those of the first kind that has any.
  ///
  /// The kinds are the names that begin with the word, that contain it, and that contain its letters.
  package func similar(to word: String) -> [Int] { similar(to: word) { _ in true } }

  private func similar(to word: String, where isPossible: (String) -> Bool) -> [Int] {
    guard !word.isEmpty else { return [] }
    let fits: [(String) -> Bool] = [
      { $0.hasPrefix(word) }, { $0.contains(word) }, { $0.containsInOrder(word) },
    ]
    for fits in fits {
      let found = names.indices.filter { index in
        let name = names[index].lowercased()
        return fits(name) && isPossible(name)
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// The most names that are listed at once; a part of a name finds the others.
  static let listedAtMost = 20

  /// The first names of a list, and the number of the others.
  static func first(_ names: [String]) -> [String] {
    guard names.count > listedAtMost else { return names }
    return names.prefix(listedAtMost) + ["… \(names.count - listedAtMost) more"]
  }

  /// What can be typed, in a sentence: `fiction, history or poetry`, and the positions of repeated names.
  package var listed: String {
    let first = names.indices.prefix(Self.listedAtMost).map(typed)
    return Self.listed(first + names.dropFirst(Self.listedAtMost))
  }

  /// Names in a sentence: `fiction, history or poetry`.
  private static func listed(_ names: [String]) -> String {
    let names = first(names)
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  private func refusal(of word: String, exact: [Int] = [], similar: [Int] = []) -> Refusal {
    if names.isEmpty { return Refusal(sentence: "There is nothing to choose from.") }
    if exact.count > 1 {
      let numbers = exact.map { hasNumbers ? "[\($0 + 1)]" : "\($0 + 1)" }.joined(separator: ", ")
      return Refusal(
        sentence: "'\(word)' names \(exact.count) choices. Type one of the numbers \(numbers).")
    }
    if similar.count > 1 {
      let fitting = similar.map { names[$0] }
      return Refusal(sentence: "'\(word)' could be \(Self.listed(fitting)). Type more of the name.")
    }
    return Refusal(
      sentence: "'\(word)' is not a choice. Choose \(listed).")
  }
}

extension String {
  /// True if all characters of a text occur in this one, in the same order.
  fileprivate func containsInOrder(_ text: String) -> Bool {
    var rest = self[...]
    return text.allSatisfy { character in
      guard let index = rest.firstIndex(of: character) else { return false }
      rest = rest[rest.index(after: index)...]
      return true
    }
  }
}

/// The numbers that occur in names, as a person reads them: `-5`, `2.5`, `007` as `7`.
private enum NumbersInText {
  /// True if each number of one text is a number of the other as a whole.
  static func areAll(of typed: String, in name: String) -> Bool {
    let typed = all(in: typed)
    return typed.isEmpty || Set(typed).isSubset(of: all(in: name))
  }

  /// The numbers in a text, in digits of ASCII, without zeros in front.
  static func all(in text: String) -> [String] {
    var numbers: [String] = []
    var rest = text[...]
    while let first = rest.first {
      if digit(first) == nil {
        rest = rest.dropFirst()
      } else {
        let sign = isNegative(after: text[..<rest.startIndex]) ? "-" : ""
        numbers.append(sign + takeNumber(from: &rest))
      }
    }
    return numbers
  }

  /// True if a text ends with a sign of a number, and not with a hyphen: `-`, but not `5-` or `A-`.
  private static func isNegative(after text: Substring) -> Bool {
    guard let sign = text.last, "-−".contains(sign) else { return false }
    return text.dropLast().last.map { $0.isWhitespace || $0 == "(" } ?? true
  }

  /// Removes the digits at the beginning, with separators that have a digit after them.
  private static func takeNumber(from text: inout Substring) -> String {
    var number = ""
    while let first = text.first {
      let next = text.dropFirst()
      if let digit = digit(first) {
        number += "\(digit)"
      } else if ".,".contains(first), next.first.flatMap(digit) != nil {
        number.append(first)
      } else {
        break
      }
      text = next
    }
    while number.first == "0", number.dropFirst().first.flatMap(digit) != nil {
      number.removeFirst()
    }
    return number
  }

  private static func digit(_ character: Character) -> Int? {
    if character.isASCII { return character.wholeNumberValue }
    let scalar = character.unicodeScalars.first
    return scalar?.properties.numericType == .decimal ? character.wholeNumberValue : nil
  }
}
