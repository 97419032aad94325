import WaylineSystem

/// Mistakes in the program's code, each reported in one sentence.
///
/// A mistake never stops the program: the sentence goes to standard error, or to the handler of
/// the current task (tests set one and compare the text).
public enum Misuse {
  // NB: a closure as the task-local value itself crashes in an optimised build (Swift 6.3).
  private struct Handler: Sendable {
    let receive: @Sendable (String) -> Void
  }

  @TaskLocal private static var handler: Handler?

  /// Runs an action, and the tasks it starts, with a closure that receives their sentences instead of
  /// standard error.
  public static func withHandler<Result>(
    _ handler: @escaping @Sendable (String) -> Void, _ action: () throws -> Result
  ) rethrows -> Result {
    try $handler.withValue(Handler(receive: handler), operation: action)
  }

  /// Runs an action, and the tasks it starts, with a closure that receives their sentences instead of
  /// standard error.
  public static func withHandler<Result>(
    _ handler: @escaping @Sendable (String) -> Void,
    isolation: isolated (any Actor)? = #isolation, _ action: () async throws -> Result
  ) async rethrows -> Result {
    try await $handler.withValue(Handler(receive: handler), operation: action)
  }

  /// Reports one mistake whose effect a message to the user names: to a handler, not to standard error.
  package static func reportBesideMessage(_ sentence: String) {
    handler?.receive(sentence)
  }

  /// Reports one mistake.
  package static func report(_ sentence: String) {
    if let handler { return handler.receive(sentence) }
    FileDescriptor.standardError.complain("wayline: \(sentence)")
  }
}
