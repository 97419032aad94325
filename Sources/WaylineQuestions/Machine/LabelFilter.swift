/// A filter of labels by what is typed: beginnings first, then parts, then letters in order. Pure.
package struct LabelFilter: Hashable, Sendable {
  /// The way in which a label matches, best first.
  private enum Match: Int, Comparable {
    case beginning, part, letters

    static func < (left: Match, right: Match) -> Bool { left.rawValue < right.rawValue }
  }

  /// The labels in small letters.
  private let labels: [String]

  /// Creates a filter of labels.
  package init(_ labels: [String]) {
    self.labels = labels.map { $0.lowercased() }
  }

  /// The positions of the labels that match a text in any case; all of them for an empty one.
  ///
  /// Labels that match in the same way stay in their order.
  ///
  /// - Complexity: O(letters of all labels).
  package func matches(of text: String) -> [Int] {
    guard !text.isEmpty else { return Array(labels.indices) }
    let wanted = text.lowercased()
    let found = labels.indices.compactMap { index in
      Self.match(of: wanted, in: labels[index]).map { (match: $0, index: index) }
    }
    return [Match.beginning, .part, .letters].flatMap { match in
      found.lazy.filter { $0.match == match }.map(\.index)
    }
  }

  private static func match(of wanted: String, in label: String) -> Match? {
    if label.hasPrefix(wanted) { return .beginning }
    if label.contains(wanted) { return .part }
    var rest = wanted[...]
    for character in label where character == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty ? .letters : nil
  }
}
