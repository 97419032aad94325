import Dispatch
import Synchronization
import WaylineSystem

/// The work of the current thread for a graph: nothing, a scope of writes, or a body.
///
/// Getters of properties are not isolated to an actor, so they cannot use the graph. They compare
/// their thread with the two stored here instead. All graphs live on the main actor, so at most one
/// thread is ever inside each.
package enum Evaluation {
  /// The phase of a node's turn.
  package enum Phase {
    /// Properties are being connected and updated.
    case linking
    /// The body is being evaluated.
    case body
  }

  private static let bodyThread = Atomic<UInt>(0)
  private static let scopeThread = Atomic<UInt>(0)
  // Only the thread stored in `bodyThread` reads or writes these two.
  // Proof: its turn retains the node. A reference that counts would cost each turn more.
  private nonisolated(unsafe) static var current: Unmanaged<Node>?
  private nonisolated(unsafe) static var phase = Phase.body
  // Only the thread stored in `scopeThread` reads or writes this one, within a call of its graph.
  private nonisolated(unsafe) unowned(unsafe) static var currentMailbox: Mailbox?

  private static var thread: UInt { currentThread() }

  /// True if a body, or the linking before it, runs on this thread.
  package static var isActive: Bool {
    let thread = bodyThread.load(ordering: .relaxed)
    return thread != 0 && thread == self.thread
  }

  /// True if this thread is inside a graph's scope, where changes are marked at once.
  package static var isInScope: Bool {
    let thread = scopeThread.load(ordering: .relaxed)
    return thread != 0 && thread == self.thread
  }

  /// The node that is being evaluated on this thread, with the phase of its turn.
  static var reader: (node: Node, phase: Phase)? {
    guard isActive, let current else { return nil }
    return (current.takeUnretainedValue(), phase)
  }

  /// The node that is being evaluated on this thread.
  package static var node: Node? { reader?.node }

  /// The name of the view that is being evaluated on this thread, for messages.
  static var readerName: String {
    guard let node else { return "a view" }
    return MainActor.assumeIsolated { node.owner?.nodeName } ?? "a view"
  }

  /// True if this thread is in a scope and not in a body, so that changes are marked at once.
  static var canMark: Bool { isInScope && !isActive }

  // Proof: scopes are entered on the main actor only, and this is the thread that entered one.
  // `MainActor.assumeIsolated` would check it again, which costs more than most writes.
  /// Marks something, where ``canMark``.
  static func mark<Subject>(_ subject: Subject, with action: @escaping @MainActor (Subject) -> Void)
  {
    unsafeBitCast(action, to: ((Subject) -> Void).self)(subject)
  }

  /// Runs writes as a scope of the graph of a mailbox.
  @MainActor
  static func scope<Result>(_ mailbox: Mailbox, _ action: () -> Result) -> Result {
    // NB: loaded and stored, and not exchanged, which stops the processor: only the main actor stores.
    let outerThread = scopeThread.load(ordering: .relaxed)
    scopeThread.store(thread, ordering: .relaxed)
    let outerMailbox = currentMailbox
    currentMailbox = mailbox
    defer {
      currentMailbox = outerMailbox
      scopeThread.store(outerThread, ordering: .relaxed)
    }
    return action()
  }

  /// The mailbox of the graph in whose scope this thread is; nil outside a scope.
  static var scopeMailbox: Mailbox? { isInScope ? currentMailbox : nil }

  /// The evaluation that a node's turn interrupts.
  struct Outer {
    fileprivate let thread: UInt
    fileprivate let node: Unmanaged<Node>?
    fileprivate let phase: Phase
  }

  /// Begins the turn of a node with the linking of its properties.
  @MainActor
  static func enter(_ node: Node) -> Outer {
    let outer = Outer(thread: bodyThread.load(ordering: .relaxed), node: current, phase: phase)
    bodyThread.store(thread, ordering: .relaxed)
    (current, phase) = (Unmanaged.passUnretained(node), .linking)
    return outer
  }

  @MainActor
  static func enterBody() {
    phase = .body
  }

  /// Ends the turn.
  @MainActor
  static func leave(to outer: Outer) {
    (current, phase) = (outer.node, outer.phase)
    bodyThread.store(outer.thread, ordering: .relaxed)
  }

  /// Runs code of the program that must not be taken for a part of the body around it.
  @MainActor
  package static func outside<Result>(_ action: () -> Result) -> Result {
    let outer = bodyThread.load(ordering: .relaxed)
    bodyThread.store(0, ordering: .relaxed)
    defer { bodyThread.store(outer, ordering: .relaxed) }
    return action()
  }
}

/// Distinguishes the main queue, where the main actor runs, from every other.
enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// True if the caller runs on the main queue.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }
}
