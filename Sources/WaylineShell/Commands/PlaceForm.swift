import WaylineNavigation

/// The form of the words that open a place, such as `desk book <id>`. Pure.
///
/// A part in angle brackets is a value, one in square brackets a value that may be left out, and `…`
/// stands for a rest without a form.
package struct PlaceForm: Hashable, Sendable {
  /// The parts: names as they are typed, and values.
  let parts: [String]

  /// Reads a form as `help` prints it.
  package init(_ text: String) {
    parts = text.split(separator: " ").map(String.init)
  }

  /// True if a part stands for a value.
  package static func isValue(_ part: String) -> Bool {
    part.hasPrefix("<") || part.hasPrefix("[")
  }

  /// The names before the first value.
  var names: [String] { Array(parts.prefix { !Self.isValue($0) && $0 != "…" }) }

  /// The part after some words; nil if the words do not begin the form, or are all of it.
  package func part(after words: [String]) -> String? {
    guard parts.count > words.count, fitting(words) == words.count else { return nil }
    return parts[words.count]
  }

  /// The number of words at the beginning that fit the form; names are compared in any case.
  private func fitting(_ words: [String]) -> Int {
    zip(parts, words).prefix { part, word in
      Self.isValue(part) || part != "…" && part.lowercased() == word.lowercased()
    }.count
  }

  /// True if words that fit up to here open a place.
  private func isComplete(after count: Int) -> Bool {
    parts.dropFirst(count).allSatisfy { $0.hasPrefix("[") }
  }

  /// The longest value that a suggestion repeats, in bytes.
  private static let longestValue = 60

  /// The words as the form spells them; the missing parts as they are in the form.
  private func spelled(_ words: [String], upTo count: Int) -> String {
    let typed = zip(parts, words).prefix(count).map { part, word in
      Self.isValue(part) && word.utf8.count <= Self.longestValue
        ? ShellWord.quote(word) : part
    }
    let rest = words.dropFirst(count)
    if parts.count == count + 1, parts.last == "…", !rest.isEmpty,
      rest.allSatisfy({ $0.utf8.count <= Self.longestValue })
    {
      return (typed + rest.map(ShellWord.quote)).joined(separator: " ")
    }
    let missing = isComplete(after: count) ? [] : parts.dropFirst(count)
    return (typed + missing).joined(separator: " ")
  }
}

extension PlaceForm {
  /// The place that a line names, to be opened: `desk book 42`, or `desk book <id>` without its value.
  ///
  /// The form that fits the most words of the line; of several, one that needs no more words.
  /// - Returns: nil if no form begins with the first word of the line, or a quote is not closed.
  static func nearest(to line: String, among forms: [String]) -> String? {
    guard let words = ShellWord.split(line) else { return nil }
    var best: (form: PlaceForm, count: Int)?
    for form in forms.map(PlaceForm.init) {
      let count = form.fitting(words)
      guard count > 0, form.parts.first.map({ !isValue($0) }) ?? false else { continue }
      let isBetter = best.map { known in
        count > known.count
          || count == known.count && form.isComplete(after: count)
            && !known.form.isComplete(after: count)
      }
      if isBetter ?? true { best = (form, count) }
    }
    return best.map { $0.form.spelled(words, upTo: $0.count) }
  }
}
