/// What was looked for in vain, and what comes nearest to it.
public struct NotFound: Hashable, Sendable {
  /// The part that was not understood, as it was given.
  public let part: String

  /// The name that comes nearest; nil when nothing is near.
  public let nearest: String?

  /// What is wrong with the part, in a sentence.
  public let explanation: String

  /// A part that is wrong in its own way.
  public init(part: String, explanation: String, nearest: String? = nil) {
    self.part = part
    self.explanation = explanation
    self.nearest = nearest
  }

  /// A part that is the name of nothing of its kind, such as `place` or `checkpoint`.
  public init(part: String, kind: String, nearest: String? = nil) {
    self.init(part: part, explanation: "There is no \(kind) '\(part)'.", nearest: nearest)
  }
}

extension NotFound: CustomStringConvertible {
  /// What is wrong, and what may have been meant.
  public var description: String {
    explanation + (nearest.map { " Did you mean '\($0)'?" } ?? "")
  }
}
