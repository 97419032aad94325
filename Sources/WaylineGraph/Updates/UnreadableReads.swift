import Synchronization

/// The reads of stored values, by a piece of code, that got a default instead of the value.
///
/// A value that is locked or damaged reads as its default, so a decision that rests on it means
/// nothing. Collected are the reads of the code itself and of the tasks it starts, not those of
/// other code that runs while it waits, such as the body of a screen.
package final class UnreadableReads: Sendable {
  @TaskLocal private static var current: UnreadableReads?

  private let hasAny = Atomic(false)

  /// Creates an empty collection.
  package init() {}

  /// True if no read has got a default.
  package var isEmpty: Bool { !hasAny.load(ordering: .acquiring) }

  /// Notes a read that gets a default because the value is locked or cannot be read.
  package static func note() { current?.hasAny.store(true, ordering: .releasing) }

  /// Runs a closure and collects its reads.
  package func collect<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self, operation: body)
  }

  /// Runs a closure and collects its reads.
  package func collect<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$current.withValue(self, operation: body)
  }
}
