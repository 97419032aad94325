/// The uses of values in the scopes of one graph that tell whether an action has an effect.
struct WriteTally: Hashable, Sendable {
  /// The uses of states of views that have ended: writes, and reads of an object to be changed.
  var discarded = 0
  /// The changes of stored values, which no view has to show.
  var stored = 0
  /// The changes of stored values that were refused.
  var refused = 0
}

extension Graph {
  /// Runs an action, and returns false if it changed only the states of views that have ended.
  ///
  /// A state outlives its view as long as an action retains it, and takes writes, but nothing shows them:
  /// an action that was registered for later, such as that of `undo`, would do nothing. An action that
  /// uses no such state is taken to have an effect, also if the graph sees none: it may write a file.
  package func hasEffect(_ action: () -> Void) -> Bool {
    let before = mailbox.tally
    action()
    let after = mailbox.tally
    return after.discarded == before.discarded || after.stored > before.stored || !isAtRest
  }
}

extension Graph {
  /// The changes of stored values so far, and those that were refused.
  package var storedChanges: (made: Int, refused: Int) {
    (mailbox.tally.stored, mailbox.tally.refused)
  }
}

extension Evaluation {
  /// Counts a use of the state of a view that has ended, within a scope.
  static func noteDiscardedState() {
    guard canMark, let scopeMailbox else { return }
    mark(scopeMailbox) { $0.tally.discarded += 1 }
  }

  /// Counts a change of a stored value that was refused, within a scope.
  package static func noteRefusedChange() {
    guard canMark, let scopeMailbox else { return }
    mark(scopeMailbox) { $0.tally.refused += 1 }
  }

  /// Counts a change of a stored value, within a scope.
  package static func noteStoredChange() {
    guard canMark, let scopeMailbox else { return }
    mark(scopeMailbox) { $0.tally.stored += 1 }
  }
}
