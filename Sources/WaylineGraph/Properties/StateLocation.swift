import Synchronization

/// The storage of one `@State` in one node.
///
/// It may be written from any thread: the value is visible to readers outside bodies at once, and
/// to bodies from the next update on, so that one update sees one value throughout.
final class StateLocation<Value>: Location<Value> {
  private let cell: StateCell<Value>
  // Only compared: a location may be lent to other nodes, whose end is not its own.
  private let owner: ObjectIdentifier
  private let isHidden = Atomic<Bool>(false)

  @MainActor
  init(_ value: Value, in node: Node) {
    cell = StateCell(value, in: node.mailbox)
    owner = ObjectIdentifier(node)
  }

  override func get() -> Value { cell.get() }

  override func set(_ value: Value) {
    if Evaluation.isActive { return reportWriteInBody() }
    cell.set(value)
  }

  override func nodeDidEnd(_ node: Node) {
    if ObjectIdentifier(node) == owner { cell.end() }
  }

  override func hide() { isHidden.store(true, ordering: .relaxed) }

  override var text: String {
    isHidden.load(ordering: .relaxed) ? "********" : "\(cell.get())"
  }
  override var source: Source? { cell }

  private func reportWriteInBody() {
    Misuse.report(
      "A state of type \(Value.self) was written while the body of \(Evaluation.readerName) was "
        + "evaluated; the write was dropped. Write it from an action, onAppear, onChange or task "
        + "instead.")
  }
}

/// The value of a state: the one that was written last, and the one that bodies see.
// Proof: `current` and `hasEnded` are guarded by `lock`; `committed` is touched on the main actor
// only.
private final class StateCell<Value>: Source, @unchecked Sendable {
  private let comparison = InputComparison.of(Value.self, preferring: .equality)
  private var current: Value
  private var hasEnded = false
  private var committed: Value

  init(_ value: Value, in mailbox: Mailbox) {
    current = value
    committed = value
    super.init(ownedBy: mailbox)
  }

  /// The value that was written last, by whichever thread.
  private var latest: Value { lock.withLock { _ in current } }

  func get() -> Value {
    guard Evaluation.isActive else { return latest }
    didRead()
    return committed
  }

  func set(_ value: Value) {
    // Neither `==` nor the end of the old value may run under the lock: both are the program's code.
    if comparison.isSame(latest, value) { return }
    var value = value
    guard Evaluation.canMark else { return post { replace(with: &value) } }
    if replace(with: &value) { didChange() }
  }

  /// Exchanges the value that was written last, unless the state has ended.
  private func replace(with value: inout Value) -> Bool {
    lock.withLock { _ in
      if !hasEnded { swap(&current, &value) }
      return !hasEnded
    }
  }

  func end() {
    lock.withLock { _ in hasEnded = true }
  }

  override func commit() {
    committed = latest
  }

  override func commitOfNow() -> @MainActor () -> Void {
    let value = latest
    return { self.committed = value }
  }

  override func commitOfPost() -> @MainActor () -> Void { commitOfNow() }
}
