import Synchronization

/// The storage of one `@State` in one node.
///
/// It may be written from any thread: the value is visible to readers outside bodies at once, and
/// to bodies from the next update on, so that one update sees one value throughout.
// Proof: `current` is guarded by `lock`; `committed` is touched on the main actor only.
final class StateLocation<Value>: Location<Value>, @unchecked Sendable {
  private let lock = Mutex<Void>(())
  private var current: Value
  private var committed: Value
  private let readers = ReaderSource()

  init(_ value: Value) {
    current = value
    committed = value
    super.init()
    readers.onCommit = { [unowned self] in committed = lock.withLock { _ in current } }
  }

  override func get() -> Value {
    guard Evaluation.isActive else { return lock.withLock { _ in current } }
    readers.didRead()
    return committed
  }

  override func set(_ value: Value) {
    if Evaluation.isActive { return reportWriteInBody() }
    let isNew = lock.withLock { _ in
      if InputComparison.of(Value.self).isSame(current, value) { return false }
      current = value
      return true
    }
    if isNew { readers.didChange() }
  }

  private func reportWriteInBody() {
    let node = Evaluation.reader?.node
    let name = MainActor.assumeIsolated { node?.owner?.nodeName } ?? "a view"
    Misuse.report(
      "A state of type \(Value.self) was written while the body of \(name) was evaluated; the "
        + "write was dropped. Write it from an action, onAppear, onChange or task instead.")
  }
}

/// The source of a state: it also makes a background write the one that bodies see.
private final class ReaderSource: Source, @unchecked Sendable {
  // Set once, before the location is shared; called on the main actor only.
  var onCommit: () -> Void = {}

  override func commit() { onCommit() }
}
