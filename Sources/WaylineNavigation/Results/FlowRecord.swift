/// The flows that somebody waits for, and those that have ended.
struct FlowRecord {
  /// Who waits for the screen of a visit.
  private(set) var waiting: [NavigationEntry.ID: FlowWaiter] = [:]
  /// The screens whose flows have told their ending, which are never shown again.
  private(set) var over: Set<NavigationEntry.ID> = []
  /// The screens of flows that do not outlive the process.
  var passing: Set<NavigationEntry.ID> { waiting.isEmpty ? over : over.union(waiting.keys) }
  /// Those who watch flows end.
  var observers: [Int: (EndedFlow) -> Void] = [:]

  /// The flow that the scene is, until it has ended.
  var scene: SceneFlow?

  private var ended: [EndedFlow] = []

  nonisolated init() {}

  /// Somebody waits for the screen of a visit.
  mutating func wait(_ waiter: FlowWaiter, for entry: NavigationEntry.ID) {
    waiting[entry] = waiter
  }

  /// Tells who waits, once.
  mutating func end(_ entry: NavigationEntry.ID, _ ending: UntypedEnding) {
    guard let waiter = waiting.removeValue(forKey: entry) else { return }
    over.insert(entry)
    end(waiter, ending)
  }

  /// Tells one who waits for a flow that has ended, or that never begins.
  mutating func end(_ waiter: FlowWaiter, _ ending: UntypedEnding) {
    ended.append(EndedFlow(name: nil, place: waiter.place, ending: waiter.take(ending)))
  }

  /// A flow has ended whose ending is awaited by name: remembers that it is over.
  mutating func end(
    _ entry: NavigationEntry.ID, of place: Route?, named name: String, _ ending: UntypedEnding
  ) {
    over.insert(entry)
    ended.append(EndedFlow(name: name, place: place, ending: ending))
  }

  /// The flow that the scene is, which ends now; nil when there is none, or it has ended.
  mutating func takeScene() -> SceneFlow? {
    defer { scene = nil }
    return scene
  }

  /// The flow that the scene is has ended.
  mutating func endScene(_ ending: UntypedEnding) {
    ended.append(EndedFlow(name: nil, place: nil, ending: ending))
  }

  /// A saved flow is not back.
  mutating func endMissing(named name: String) {
    ended.append(EndedFlow(name: name, place: nil, ending: .interrupted))
  }

  /// Forgets the ended flows that no state can show any more.
  mutating func forgetOver(except present: () -> Set<NavigationEntry.ID>) {
    if over.count > Self.overLimit { over.formIntersection(present()) }
  }

  /// How many ended flows are remembered before those are looked for that can be forgotten.
  private static let overLimit = 1_000

  /// The flows that have ended since the last call.
  mutating func takeEnded() -> [EndedFlow] {
    defer { ended = [] }
    return ended
  }
}

/// Code that waits for a flow.
struct FlowWaiter {
  /// The place that the flow begins with.
  let place: Route
  private let isWanted: (any Sendable) -> Bool
  private let continuation: CheckedContinuation<UntypedEnding, Never>

  init<Value: Sendable>(
    for place: Route, returning type: Value.Type,
    _ continuation: CheckedContinuation<UntypedEnding, Never>
  ) {
    self.place = place
    self.continuation = continuation
    isWanted = { $0 is Value }
  }

  /// Ends the wait.
  /// - Returns: The ending as it was told.
  func take(_ ending: UntypedEnding) -> UntypedEnding {
    let told = ending.accepted(if: isWanted)
    continuation.resume(returning: told)
    return told
  }
}
