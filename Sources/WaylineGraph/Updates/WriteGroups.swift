/// The writes of a scope that wait because they happened under another transaction.
///
/// The writes of a scope are one group, which bodies see at once. A write under a transaction of
/// its own (`withTransaction`) begins another group, and whatever follows comes after it. Each
/// group is committed when the bodies of the one before have run, so each has an update of its own.
/// Neighbours under equal transactions are one group. Source: SwiftUI's transaction queue.
@MainActor
enum WriteGroups {
  fileprivate struct Write {
    let source: Source
    let commit: @MainActor () -> Void
  }

  /// Writes under one transaction.
  struct Group {
    let transaction: Transaction
    fileprivate var writes: [Write] = []

    /// Lets bodies see the values, and marks those that read them.
    @MainActor
    func commit() {
      for write in writes {
        write.commit()
        write.source.mark()
      }
    }
  }

  private static var waiting: [Group] = []

  /// Whether no group waits; kept beside them, since most updates need to know no more.
  private(set) static var isEmpty = true

  /// Takes a change that happened now: applies it, or puts it into its group.
  static func submit(_ source: Source) {
    if isEmpty, Transaction.isPlain { return source.apply() }
    let transaction = Transaction.current
    if waiting.last?.transaction.isSame(as: transaction) != true {
      waiting.append(Group(transaction: transaction))
    }
    let write = Write(source: source, commit: source.commitOfNow())
    waiting[waiting.count - 1].writes.append(write)
    isEmpty = false
  }

  /// The next group in the order of the writes.
  static func next() -> Group? {
    if isEmpty { return nil }
    defer { isEmpty = waiting.isEmpty }
    return waiting.removeFirst()
  }
}
