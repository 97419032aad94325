/// The store of the lines that were typed. It never contains values of secure fields.
///
/// The facade provides one with a private file; without one, lines last as long as the session.
@MainActor
package protocol HistoryStore: AnyObject {
  /// The newest lines, oldest first.
  var lines: [String] { get }
  /// The number of lines so far, including those that were discarded.
  var total: Int { get }
  /// Adds a line at the end.
  func append(_ line: String)
}

/// The newest of many lines.
package struct NewestLines: Sendable {
  private var kept: [String] = []
  private let limit: Int
  /// The number of lines so far, including those that were discarded.
  package private(set) var total = 0

  /// Creates a list of the newest lines, at most `limit`.
  package init(_ lines: [String] = [], limit: Int) {
    self.limit = limit
    for line in lines { append(line) }
  }

  /// The newest lines, oldest first.
  package var lines: [String] { Array(kept.suffix(limit)) }

  /// The newest line.
  package var last: String? { kept.last }

  /// Adds a line at the end. Old lines are discarded many at a time, so that a long session does not
  /// move all lines with each.
  package mutating func append(_ line: String) {
    kept.append(line)
    total += 1
    if kept.count >= 2 * limit { kept.removeFirst(kept.count - limit) }
  }
}

/// A history that lasts as long as the session.
@MainActor
package final class MemoryHistory: HistoryStore {
  // An access calls no other code.
  @exclusivity(unchecked) private var newest: NewestLines

  /// Creates a list of the newest lines, at most `limit`.
  package init(limit: Int = 1000) {
    newest = NewestLines(limit: limit)
  }

  /// The newest lines, oldest first.
  package var lines: [String] { newest.lines }

  /// The number of lines so far, including those that were discarded.
  package var total: Int { newest.total }

  /// Adds a line at the end, unless it is empty or the last one again.
  package func append(_ line: String) {
    guard !line.isEmpty, line != newest.last else { return }
    newest.append(line)
  }
}
