/// Work that has begun and not ended, by name: what `wait` and a host's `settle()` wait for.
@MainActor
package final class PendingWork {
  /// One piece of work; it ends once.
  package struct Token: Hashable, Sendable {
    fileprivate let number: Int
  }

  private var names: [Token: String] = [:]
  private var last = 0
  /// Called when the last piece has ended.
  package var onIdle: (() -> Void)?

  /// Makes one with nothing said.
  package init() {}

  /// What is under way, in the order in which it began.
  package var descriptions: [String] {
    names.sorted { $0.key.number < $1.key.number }.map(\.value)
  }

  /// Whether nothing is under way.
  package var isEmpty: Bool { names.isEmpty }

  /// Notes that a piece of work has begun.
  package func begin(_ name: String) -> Token {
    last += 1
    let token = Token(number: last)
    names[token] = name
    return token
  }

  /// Notes that it has ended; a second call does nothing.
  package func end(_ token: Token) {
    guard names.removeValue(forKey: token) != nil else { return }
    if names.isEmpty { onIdle?() }
  }
}
