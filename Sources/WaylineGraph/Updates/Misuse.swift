import Glibc

/// Mistakes of the programmer, each told in one sentence.
///
/// A mistake never stops the program: the sentence goes to standard error, or to the handler of
/// the current task (tests connect one and compare the text).
public enum Misuse {
  /// Receives the sentences of the current task instead of standard error.
  @TaskLocal public static var handler: (@Sendable (String) -> Void)?

  /// Tells one mistake.
  package static func report(_ sentence: String) {
    if let handler { return handler(sentence) }
    let line = "wayline: \(sentence)\n"
    _ = line.utf8CString.withUnsafeBufferPointer { write(2, $0.baseAddress, $0.count - 1) }
  }
}
