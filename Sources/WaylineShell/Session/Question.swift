/// A question whose answer is the next line.
package struct Question: Hashable, Sendable {
  /// What is asked for, as printed before the answer.
  package var prompt: String
  /// Whether the answer is typed without echo and never kept.
  package var isSecret: Bool
  /// Whether the answer is several lines, up to a line with a single dot.
  package var isMultiline: Bool

  /// A question; one plain line unless said otherwise.
  package init(prompt: String, isSecret: Bool = false, isMultiline: Bool = false) {
    (self.prompt, self.isSecret, self.isMultiline) = (prompt, isSecret, isMultiline)
  }
}
