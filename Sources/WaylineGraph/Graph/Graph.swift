import Dispatch

/// The evaluations of one scene: which are due, in which order they run, and what follows them.
///
/// A scope of writes (`perform`) is one transaction: nodes that read what changed run once,
/// parents first; then the effects (appear, change, task) run in order, which may start another
/// round. Rounds are bounded; a program that never settles is told which views keep changing.
@MainActor
public final class Graph {
  /// Rounds of bodies and effects in one update before it is cut off.
  package static let roundLimit = 100

  /// The environment above the root view.
  package let environment = EnvironmentScope.root()
  /// Called after an update that no scope asked for (a task, a write from another thread).
  package var onUpdate: (() -> Void)?
  /// Surrounds each update that no scope asked for with what is bound to the scene's tasks.
  package var surroundings: ((() -> Void) -> Void)?
  /// Work that has begun and not ended: what `wait` waits for.
  package let pending = PendingWork()
  /// Whether a person's input is being answered, and not the program's own idea carried out.
  package private(set) var isAnsweringInput = false
  /// Called with the name of each body that runs; for hosts and dumps.
  package var onBody: ((String) -> Void)?
  /// Updates that changed something since the graph was made.
  package var updates: Int { updateCount }

  /// Counts the batches of effects, so that a node can ask for one turn in each.
  package private(set) var round = 0

  private let due = DepthQueue()
  private var effects: [() -> Void] = []
  // Beside the effects, which are not looked at in an update without any.
  private var hasEffects = false
  // NB: variables that other modules cannot see are accessed without a check at run time.
  private var updateCount = 0
  private var scopes = 0
  private var isFlushing = false
  private var isScheduled = false

  /// The changes that wait for the next update.
  nonisolated let mailbox: Mailbox
  /// The types of node owners whose reads of observable objects have outlasted a turn.
  private(set) var lastingReaders: Set<ObjectIdentifier> = []

  /// Creates a graph without nodes.
  public init() {
    mailbox = Mailbox()
    mailbox.deliver(to: self)
  }

  /// Runs writes as one transaction; the update is complete when the call returns.
  package func perform(_ action: () -> Void) {
    scopes += 1
    Evaluation.outside { Evaluation.scope(mailbox, action) }
    scopes -= 1
    if scopes == 0 { flush() }
  }

  /// Runs what a person's input brings about, as one transaction.
  package func answer(_ action: () -> Void) {
    let outer = isAnsweringInput
    isAnsweringInput = true
    defer { isAnsweringInput = outer }
    perform(action)
  }

  /// Brings everything up to date that is due, and runs the effects that follow.
  package func flush() {
    guard !isFlushing, scopes == 0 else { return }
    isFlushing = true
    mailbox.open()
    if due.count > 0 || hasEffects || !mailbox.groups.isEmpty {
      updateCount += 1
      Evaluation.outside { Evaluation.scope(mailbox, settle) }
    }
    isFlushing = false
  }

  /// Runs `action` after the bodies of the current update, in the order of the calls.
  package func enqueueEffect(_ action: @escaping () -> Void) {
    effects.append(action)
    hasEffects = true
    scheduleIfIdle()
  }

  /// Whether nothing is due: no body, no effect, no group of writes.
  package var isAtRest: Bool { due.count == 0 && !hasEffects && mailbox.groups.isEmpty }

  func enqueue(_ node: Node) {
    guard !node.isQueued else { return }
    node.isQueued = true
    due.insert(node)
    scheduleIfIdle()
  }
}

extension Graph {
  private func settle() {
    for _ in 0..<Self.roundLimit {
      runDue()
      runWaitingGroups()
      guard hasEffects else { return }
      runEffects()
    }
    cutOff()
  }

  private func runDue() {
    while due.count > 0 {
      due.takeLowest { node in
        guard !node.isEnded else { return }
        node.isQueued = false
        node.owner?.takeTurn()
      }
    }
  }

  private func runWaitingGroups() {
    while let group = mailbox.groups.next() {
      group.transaction.apply {
        group.apply()
        runDue()
      }
    }
  }

  private func runEffects() {
    round += 1
    for effect in takeEffects() { effect() }
  }

  private func takeEffects() -> [() -> Void] {
    defer { (effects, hasEffects) = ([], false) }
    return effects
  }

  /// Shows what was written last and drops the effects that would write again.
  private func cutOff() {
    round += 1
    _ = takeEffects()
    let names = due.names
    runDue()
    runWaitingGroups()
    _ = takeEffects()
    let views = names.isEmpty ? "its effects" : names.joined(separator: ", ")
    Misuse.report(
      "The update was cut off after \(Self.roundLimit) rounds: \(views) keeps changing. Look for "
        + "an onChange or onAppear that writes what it depends on.")
  }

  /// Schedules an update, unless one is running or scheduled.
  func scheduleIfIdle() {
    guard scopes == 0, !isFlushing, !isScheduled else { return }
    isScheduled = true
    DispatchQueue.main.async { MainActor.assumeIsolated { self.runScheduled() } }
  }

  /// Remembers that what nodes of a type read of observable objects outlasts their turns.
  func noteLastingReader(_ owner: any NodeOwner) {
    lastingReaders.insert(ObjectIdentifier(type(of: owner)))
  }

  /// Whether a node of the owner's type has read an object that outlasted a turn.
  func expectsLastingReads(of owner: any NodeOwner) -> Bool {
    !lastingReaders.isEmpty && lastingReaders.contains(ObjectIdentifier(type(of: owner)))
  }

  /// Runs the update that a write outside a scope requires.
  func runScheduled() {
    isScheduled = false
    let before = updates
    if let surroundings { surroundings(flush) } else { flush() }
    if updates != before { onUpdate?() }
  }
}
