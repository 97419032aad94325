/// Where the lines a person typed are kept. Values of secure fields never get here.
///
/// The facade hands in one that keeps a private file; without one, lines last as long as the session.
@MainActor
package protocol HistoryStore: AnyObject {
  /// The newest lines, oldest first.
  var lines: [String] { get }
  /// How many lines there have been, with those that are kept no more.
  var total: Int { get }
  /// Adds a line at the end.
  func append(_ line: String)
}

/// The newest of many lines.
package struct NewestLines: Sendable {
  private var kept: [String] = []
  private let limit: Int
  /// How many lines there have been, with those that are kept no more.
  package private(set) var total = 0

  /// Keeps the newest lines, at most `limit`.
  package init(_ lines: [String] = [], limit: Int) {
    self.limit = limit
    for line in lines { append(line) }
  }

  /// The newest lines, oldest first.
  package var lines: [String] { Array(kept.suffix(limit)) }

  /// The newest line.
  package var last: String? { kept.last }

  /// Adds a line at the end. The old ones go together, so that a long session does not move all
  /// lines with each.
  package mutating func append(_ line: String) {
    kept.append(line)
    total += 1
    if kept.count >= 2 * limit { kept.removeFirst(kept.count - limit) }
  }
}

/// A history that lasts as long as the session.
@MainActor
package final class MemoryHistory: HistoryStore {
  private var newest: NewestLines

  /// Keeps the newest lines, at most `limit`.
  package init(limit: Int = 1000) {
    newest = NewestLines(limit: limit)
  }

  /// The newest lines, oldest first.
  package var lines: [String] { newest.lines }

  /// How many lines there have been, with those that are kept no more.
  package var total: Int { newest.total }

  /// Adds a line at the end, unless it is empty or the last one again.
  package func append(_ line: String) {
    guard !line.isEmpty, line != newest.last else { return }
    newest.append(line)
  }
}
