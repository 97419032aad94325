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
}
