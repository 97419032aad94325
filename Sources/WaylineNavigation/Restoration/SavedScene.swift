/// The saved form of a scene in parts, of which most stay the same from one save to the next.
///
/// The text alone is the saved form of a scene with few screens. In a deep stack every thirty-two
/// screens are a page of their own, for which a line `page⇥number` stands in the text: a push rewrites
/// the text, and now and then a page, but never the screens far below.
package struct SavedScene: Hashable, Sendable {
  /// The lines that are kept together, with those that stand for pages.
  package let text: String

  /// The pages in the order in which the text names them.
  package let pages: [Page]

  /// Lines under a number. A scene never gives a number to other lines as long as it runs.
  package struct Page: Hashable, Sendable {
    /// The number that the text names.
    package let number: Int
    /// The lines.
    package let text: String
  }

  /// The saved form in one piece.
  /// - Complexity: O(screens).
  package var whole: String {
    var rest = pages[...]
    return Self.whole(text) { _ in rest.popFirst()?.text }
  }

  /// Puts the pages where the text names them; the line of one that is not there stays.
  package static func whole(_ text: String, page: (Int) -> String?) -> String {
    guard text.utf8.contains(UInt8(ascii: "p")), text.contains(pageMark) else { return text }
    var whole = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let number = line.hasPrefix(pageMark) ? Int(line.dropFirst(pageMark.count)) : nil
      if let page = number.flatMap(page) { whole += page } else { whole += line + "\n" }
    }
    return String(whole.dropLast())
  }

  /// What a line that stands for a page begins with.
  static let pageMark = "page\t"
}
