import Synchronization

/// A value that a view owns; writing it runs the bodies that read it.
///
/// The value belongs to the view's identity: it survives when the parent creates the view again,
/// and starts over with a new identity (another branch, another `.id`). Writing an equal value does
/// nothing. A write during a body is dropped and reported. Used before the view is shown, the
/// initial value is read and writes are ignored. Source: SwiftUI's `State`.
///
/// ```swift
/// struct CopiesView: View {
///   @State private var copies = 1
///   var body: some View { Button("Copies: \(copies)") { copies += 1 } }
/// }
/// ```
@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let initial: Value
  private var location: StateLocation<Value>?

  /// A state that begins with `wrappedValue`.
  public init(wrappedValue: Value) {
    initial = wrappedValue
  }

  /// A state that begins with `initialValue`.
  public init(initialValue: Value) {
    initial = initialValue
  }

  /// The present value.
  public var wrappedValue: Value {
    // NB: not `location?.get() ?? initial`, which looks up the metadata of an optional.
    get { if let location { location.get() } else { initial } }
    nonmutating set {
      guard let location else { return reportUninstalled() }
      location.set(newValue)
    }
  }

  /// A binding to the value.
  public var projectedValue: Binding<Value> {
    guard let location else {
      reportUninstalled()
      return .constant(initial)
    }
    return Binding(location)
  }

  private func reportUninstalled() {
    Misuse.report(
      "A state of type \(Value.self) was used before its view was shown; it keeps its initial "
        + "value. Use it from body or from an action of the view.")
  }
}

extension State where Value: ExpressibleByNilLiteral {
  /// A state that begins with nil.
  public init() {
    self.init(wrappedValue: nil)
  }
}

extension State: LinkedProperty {
  /// True: a snapshot of the scene copies the value.
  package static var hasState: Bool { true }

  /// Connects the property to the node of the view, before each run of its body.
  package mutating func link(_ slot: inout AnyObject?, in node: Node) {
    if let kept = slot {
      // The slot of a state holds what this function stored and nothing else.
      location = unsafeDowncast(kept, to: StateLocation<Value>.self)
    } else {
      // A state that a parent passes on leads to the parent's storage from the start.
      let made = location ?? StateLocation(initial, in: node)
      slot = made
      location = made
    }
  }

  /// True if a parent that passes this one passes the same input.
  package func isSameInput(as other: Self) -> Bool { true }
}

// Proof: the location guards its value with a lock; the rest is constant.
extension State: @unchecked Sendable where Value: Sendable {}

/// The storage of one `@State` in one node.
///
/// It may be written from any thread: the value is visible to readers outside bodies at once, and
/// to bodies from the next update on, so that one update sees one value throughout.
final class StateLocation<Value>: Location<Value> {
  private let cell: StateCell<Value>
  /// The node of the view, which retains nothing once it has ended.
  private let node: Node
  private let isHidden = Atomic<Bool>(false)

  @MainActor
  init(_ value: Value, in node: Node) {
    cell = StateCell(value, in: node.mailbox)
    self.node = node
  }

  override func get() -> Value {
    // An object is read to be changed.
    if node.isEnded, Value.self is AnyObject.Type { Evaluation.noteDiscardedState() }
    return cell.get()
  }

  override func set(_ value: Value) {
    if Evaluation.isActive { return reportWriteInBody() }
    if node.isEnded { Evaluation.noteDiscardedState() }
    cell.set(value)
  }

  override func hide() { isHidden.store(true, ordering: .relaxed) }

  override var text: String {
    isHidden.load(ordering: .relaxed) ? "********" : "\(cell.get())"
  }
  override var source: Source? { cell }
  override var captured: Any? { cell.get() }
  override func restore(_ value: Any) { if let value = value as? Value { cell.set(value) } }
  override func hash(into hasher: inout ContentHasher) { hasher.combine(cell.get()) }

  private func reportWriteInBody() {
    Misuse.report(
      "A state of type \(Value.self) was written while the body of \(Evaluation.readerName) was "
        + "evaluated; the write was dropped. Write it from an action, onAppear, onChange or task "
        + "instead.")
  }
}

// Proof: `current` is guarded by `lock`; `committed` is accessed on the main actor only.
/// The value of a state: the one that was written last, and the one that bodies see.
///
/// It may outlive its view: an action or a task that still holds it reads its own writes, and no
/// body runs for them.
private final class StateCell<Value>: Source, @unchecked Sendable {
  private let comparison = InputComparison.of(Value.self, preferring: .equality)
  // Each is read or replaced as a whole, so accesses do not overlap: they need no check at run time.
  @exclusivity(unchecked) private var current: Value
  @exclusivity(unchecked) private var committed: Value

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
    // Neither `==` nor the end of the old value may run under the lock: both are the program's
    // code.
    var (former, value) = (latest, value)
    if comparison.isSame(at: &former, &value) { return }
    guard Evaluation.canMark else { return post { replace(with: &value) } }
    replace(with: &value)
    didChange()
  }

  /// Exchanges the value that was written last.
  private func replace(with value: inout Value) {
    lock.withLock { _ in swap(&current, &value) }
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
