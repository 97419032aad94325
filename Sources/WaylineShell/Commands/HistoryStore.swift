/// Where the lines a person typed are kept. Values of secure fields never get here.
///
/// The facade hands in one that keeps a private file; without one, lines last as long as the session.
@MainActor
package protocol HistoryStore: AnyObject {
  /// The lines, oldest first.
  var lines: [String] { get }
  /// Adds a line at the end.
  func append(_ line: String)
}

/// A history that lasts as long as the session.
@MainActor
package final class MemoryHistory: HistoryStore {
  /// The lines, oldest first.
  package private(set) var lines: [String] = []
  private let limit: Int

  /// Keeps the newest lines, at most `limit`.
  package init(limit: Int = 1000) {
    self.limit = limit
  }

  package func append(_ line: String) {
    guard !line.isEmpty, line != lines.last else { return }
    lines.append(line)
    if lines.count > limit { lines.removeFirst(lines.count - limit) }
  }
}
