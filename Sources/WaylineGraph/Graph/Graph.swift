import Dispatch

/// The owner of a graph, which shows what its nodes make.
@MainActor
package protocol GraphOwner: AnyObject {
  /// Called after each transaction or update that changed something.
  func graphDidUpdate()
}

/// The nodes of one scene that are due, and the updates that run them.
///
/// A scope of writes (`perform`) is one transaction: nodes that read what changed run once,
/// parents first; then the effects (appear, change, task) run in order, which may start another
/// round. Rounds are bounded; a message names the views of a program that never settles.
@MainActor
package final class Graph: EngineObject {
  /// The maximum rounds of bodies and effects in one update.
  package static let roundLimit = 100

  /// The environment above the root view.
  package let environment = EnvironmentScope.root()
  // Accesses to these variables call no other code, so they cannot overlap and need no check at run time.
  /// Told once after each transaction or update that changed something, when it is complete; it is cleared
  /// before the owner is released.
  ///
  /// Whatever began it is reported: a line, a task, a timer, a late guard, another thread or process.
  @exclusivity(unchecked) package unowned(unsafe) var owner: (any GraphOwner)?
  /// Surrounds each transaction and update, to bind the task-local values of the scene.
  @exclusivity(unchecked) package var surroundings: ((() -> Void) -> Void)?
  /// The running work that `wait` waits for.
  package let pending = PendingWork()
  /// The label of the element whose action runs, which names the tasks that it starts.
  @exclusivity(unchecked) private var actionLabel: String?
  /// The name of a task that the present action starts, in pending work: words that can be typed.
  package var startedTaskName: String {
    actionLabel.map { "a task of " + PendingWork.unquoted($0) } ?? "a task"
  }
  /// True while a transaction or an update runs: the screen may be between two states.
  package var isUpdating: Bool { scopes > 0 || isFlushing }
  /// True during the update of a turn of the main queue, which is no part of the program's own code.
  @exclusivity(unchecked) package private(set) var isScheduledUpdate = false
  /// True while user input is being handled, not an action of the program itself.
  package var isAnsweringInput: Bool { isAnswering }
  /// The nodes that store something, once copies of their states were requested.
  package var storingNodes: StoringNodes?
  /// True while a snapshot is restored: what views do when they appear or change has been done.
  package private(set) var isRestoring = false
  /// The number of the present transaction: an input, a scope of writes, or an update outside of one.
  @exclusivity(unchecked) package private(set) var transaction = 0
  /// True while writes are made, or bodies run, that nothing but the appearance of a row has caused.
  @exclusivity(unchecked) package private(set) var isCausedByRow = false
  /// Updates that changed something since the graph was made.
  package var updates: Int { updateCount }

  /// The number of the current batch of effects, so that a node can queue one effect in each.
  package private(set) var round = 0

  private let due = DepthQueue()
  private var effects: [() -> Void] = []
  @exclusivity(unchecked) private var joins: [() -> Void] = []
  /// The actions that wait until all that the ones before them caused is complete.
  @exclusivity(unchecked) private var followUps: [() -> Void] = []
  // Stored separately, so that an update without effects does not access them.
  private var hasEffects = false
  // NB: variables that other modules cannot see are accessed without a check at run time.
  private var isAnswering = false
  private var updateCount = 0
  private var scopes = 0
  private var isFlushing = false
  private var isScheduled = false

  /// The changes that wait for the next update.
  nonisolated let mailbox: Mailbox
  // An access calls no other code.
  /// The types of node owners whose reads of observable objects have outlasted a turn.
  @exclusivity(unchecked) private(set) var lastingReaders: Set<ObjectIdentifier> = []

  /// Runs an action that brings back a snapshot.
  package func restoring(_ action: () -> Void) {
    isRestoring = true
    defer { isRestoring = false }
    action()
  }

  /// Creates a graph without nodes.
  public init() {
    mailbox = Mailbox()
    mailbox.deliver(to: self)
  }

  /// Isolated, so that nothing is delivered to it meanwhile.
  isolated deinit { mailbox.deliver(to: nil) }

  /// Runs writes as one transaction; the update is complete when the call returns.
  package func perform(_ action: () -> Void) {
    guard !isUpdating else { return performInside(action) }
    update {
      performInside(action)
      flushNow()
    }
  }

  /// Runs a transaction or an update and reports its end; there is no other way to run one.
  @inline(__always)
  private func update(_ action: () -> Void) {
    // Inlined, with what it calls: both of its callers run for each change, and pass closures.
    transaction += 1
    let before = updateCount
    let cause = StartedTasks.present
    let outer = isCausedByRow
    isCausedByRow = cause?.isOfRow ?? false
    if let surroundings {
      surroundings { StartedTasks.note(causedBy: cause, in: pending, as: startedTaskName, action) }
    } else {
      StartedTasks.note(causedBy: cause, in: pending, as: startedTaskName, action)
    }
    isCausedByRow = outer
    if updateCount != before { owner?.graphDidUpdate() }
  }

  private func performInside(_ action: () -> Void) {
    scopes += 1
    Evaluation.outside { Evaluation.scope(mailbox, action) }
    scopes -= 1
  }

  /// Runs an action whose writes, and the bodies that they make due, are caused by the appearance of a row,
  /// or by something else.
  package func attributing(toRow isOfRow: Bool, _ action: () -> Void) {
    let outer = isCausedByRow
    isCausedByRow = isOfRow
    action()
    isCausedByRow = outer
  }

  /// Runs an action of the program because a row of a list has appeared.
  ///
  /// Its writes, the bodies and effects that follow from them alone, and the tasks that it starts are caused
  /// by the row: rows that they add wait until the user asks for more.
  package func causedByRow(_ action: () -> Void) {
    attributing(toRow: true) {
      StartedTasks.noteOfRow(in: pending, as: startedTaskName, action)
    }
  }

  /// Runs the action of a user input as one transaction; a label names the tasks that it starts.
  package func answer(labeled label: String? = nil, _ action: () -> Void) {
    let outer = beginInput(labeled: label)
    defer { (isAnswering, actionLabel) = outer }
    perform(action)
  }

  /// Runs code that handles user input, each of whose requests is a transaction of its own.
  package func asInput(labeled label: String? = nil, _ action: () -> Void) {
    let outer = beginInput(labeled: label)
    defer { (isAnswering, actionLabel) = outer }
    action()
  }

  /// Begins to handle user input. Returns what is to be restored at its end.
  private func beginInput(labeled label: String?) -> (isAnswering: Bool, actionLabel: String?) {
    defer {
      isAnswering = true
      if let label { actionLabel = label }
    }
    return (isAnswering, actionLabel)
  }

  /// Runs the bodies that are due and the effects that follow.
  package func flush() {
    guard !isUpdating, !isAtRest || mailbox.isWaiting else { return }
    update(flushNow)
  }

  private func flushNow() {
    isFlushing = true
    isCausedByRow = false
    settleIfDue()
    while !followUps.isEmpty {
      let action = followUps.removeFirst()
      Evaluation.outside { Evaluation.scope(mailbox, action) }
      settleIfDue()
    }
    isFlushing = false
  }

  private func settleIfDue() {
    mailbox.open()
    guard due.count > 0 || hasEffects || !joins.isEmpty || !mailbox.groups.isEmpty else { return }
    updateCount += 1
    Evaluation.outside { Evaluation.scope(mailbox, settle) }
  }

  /// Runs `action` when the writes so far and all that they cause are complete, before the action of the
  /// user is; what it writes is an update of its own.
  package func whenSettled(_ action: @escaping () -> Void) {
    followUps.append(action)
  }

  /// Runs `action` after the bodies of the current update, in the order of the calls.
  package func enqueueEffect(_ action: @escaping () -> Void) {
    effects.append(isCausedByRow ? { self.causedByRow(action) } : action)
    hasEffects = true
    scheduleIfIdle()
  }

  /// Runs `action` after the bodies that are due, and before the effects.
  ///
  /// The bodies that it makes due run before the effects, too: what several views request in one
  /// update can be carried out together, and no effect sees a part of it.
  package func beforeEffects(_ action: @escaping () -> Void) {
    joins.append(action)
    scheduleIfIdle()
  }

  /// True if nothing is due: no body, no effect, no group of writes.
  package var isAtRest: Bool {
    due.count == 0 && !hasEffects && joins.isEmpty && mailbox.groups.isEmpty
  }

  /// True if something has changed that no update has shown.
  package var hasChanges: Bool { !isAtRest || mailbox.isWaiting }

  func enqueue(_ node: Node) {
    guard !node.isQueued else {
      if !isCausedByRow { node.isCausedByRow = false }
      return
    }
    node.isQueued = true
    node.isCausedByRow = isCausedByRow
    due.insert(node)
    scheduleIfIdle()
  }
}

extension Graph {
  private func settle() {
    for _ in 0..<Self.roundLimit {
      runDue()
      runWaitingGroups()
      if runJoins() { continue }
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
        isCausedByRow = node.isCausedByRow
        node.owner?.takeTurn()
      }
    }
    isCausedByRow = false
  }

  private func runWaitingGroups() {
    while let group = mailbox.groups.next() {
      group.transaction.apply {
        attributing(toRow: group.isOfRow) { group.apply() }
        runDue()
      }
    }
  }

  /// Returns whether there was an action to run before the effects.
  private func runJoins() -> Bool {
    guard !joins.isEmpty else { return false }
    let actions = joins
    joins = []
    for action in actions { action() }
    return true
  }

  private func runEffects() {
    round += 1
    for effect in takeEffects() { effect() }
  }

  private func takeEffects() -> [() -> Void] {
    defer { (effects, hasEffects) = ([], false) }
    return effects
  }

  /// Runs the bodies that are due once more and drops the effects that would write again.
  private func cutOff() {
    round += 1
    joins = []
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
    guard !isUpdating, !isScheduled else { return }
    isScheduled = true
    DispatchQueue.main.async { MainActor.assumeIsolated { self.runScheduled() } }
  }

  /// Records that reads of observable objects by nodes of a type outlast their turns.
  func noteLastingReader(_ owner: any NodeOwner) {
    lastingReaders.insert(ObjectIdentifier(type(of: owner)))
  }

  /// True if a node of the owner's type has read an object that outlasted a turn.
  func expectsLastingReads(of owner: any NodeOwner) -> Bool {
    !lastingReaders.isEmpty && lastingReaders.contains(ObjectIdentifier(type(of: owner)))
  }

  /// Runs the update that a write outside a scope requires.
  func runScheduled() {
    isScheduled = false
    isScheduledUpdate = true
    flush()
    isScheduledUpdate = false
  }
}

/// The nodes that are due: parents before children, in order of arrival at equal depth.
@MainActor
final class DepthQueue {
  /// The node that is due, while it is the only one: the usual case after a command.
  private var only: Node?
  // A change runs no code of the program, so accesses do not overlap.
  /// The nodes of each depth, from `base` on.
  @exclusivity(unchecked) private var buckets: [[Node]] = []
  /// The depth of the first bucket; nodes that are due together mostly have similar depths.
  private var base = 0
  private(set) var count = 0

  /// - Complexity: O(1) amortised, as long as nodes come in the order of their depth.
  func insert(_ node: Node) {
    count += 1
    if count == 1 {
      only = node
      return
    }
    if let first = only {
      only = nil
      put(first)
    }
    put(node)
  }

  private func put(_ node: Node) {
    if buckets.isEmpty { base = node.depth }
    if node.depth < base {
      buckets.insert(contentsOf: repeatElement([], count: base - node.depth), at: 0)
      base = node.depth
    }
    while buckets.count <= node.depth - base { buckets.append([]) }
    buckets[node.depth - base].append(node)
  }

  /// The names of the views that are due, without repeats.
  var names: [String] {
    var names: [String] = []
    for node in (only.map { [$0] } ?? []) + buckets.joined() where !node.isEnded {
      if let name = node.owner?.nodeName, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Removes the nodes of the lowest depth, and passes each to a closure.
  func takeLowest(_ use: (Node) -> Void) {
    if let node = only {
      (only, count) = (nil, 0)
      return use(node)
    }
    for node in takeLowestBucket() { use(node) }
  }

  private func takeLowestBucket() -> [Node] {
    guard let lowest = buckets.firstIndex(where: { !$0.isEmpty }) else { return [] }
    var batch: [Node] = []
    swap(&batch, &buckets[lowest])
    count -= batch.count
    if count == 0 {
      buckets.removeAll(keepingCapacity: buckets.count <= 4)
    } else {
      buckets.removeFirst(lowest)
      base += lowest
    }
    return batch
  }
}
