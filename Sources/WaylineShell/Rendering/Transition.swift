/// A navigation that has ended, as a program that drives the session is told.
package struct Transition: Hashable, Sendable {
  /// How it ended, such as `completed`.
  package var outcome: String
  /// Who asked for it, such as `person`.
  package var cause: String
  /// The link of the place before; nil when it has none.
  package var from: String?
  /// The link of the place now; nil when it has none.
  package var to: String?

  /// A navigation by its parts.
  package init(outcome: String, cause: String, from: String? = nil, to: String? = nil) {
    (self.outcome, self.cause, self.from, self.to) = (outcome, cause, from, to)
  }
}
