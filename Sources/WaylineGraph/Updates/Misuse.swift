import WaylineSystem

/// Mistakes in the program's code, each reported in one sentence.
///
/// A mistake never stops the program: the sentence goes to standard error, or to the handler of
/// the current task (tests set one and compare the text).
public enum Misuse {
  /// Receives the sentences of the current task instead of standard error.
  @TaskLocal public static var handler: (@Sendable (String) -> Void)?

  /// Reports one mistake.
  package static func report(_ sentence: String) {
    if let handler { return handler(sentence) }
    FileDescriptor.standardError.complain("wayline: \(sentence)")
  }
}
