import WaylineGraph

extension Router {
  /// Shows a place in front, and waits until its flow has ended.
  ///
  /// The flow's screen calls `finish(_:)` from its environment. Whatever else becomes of it, the
  /// ending tells, exactly once.
  public func present<Value: Sendable>(
    _ route: some Hashable & Sendable, as form: NavigationEntry.Presentation = .sheet,
    returning type: Value.Type
  ) async -> FlowEnding<Value> {
    let route = Route(route)
    let ending = await withCheckedContinuation { continuation in
      push(
        route, onto: nil, as: form,
        flow: FlowWaiter(for: route, returning: type, continuation))
    }
    return ending.typed(as: type)
  }

  /// Ends every flow: there is no more input, or the scene ends.
  ///
  /// A flow whose ending is awaited by name goes on in the next process, if the scene is kept.
  package func endFlows(atEndOfInput: Bool) {
    let ending: UntypedEnding = atEndOfInput ? .endOfInput : .interrupted
    for entry in flows.waiting.keys.sorted(by: { $0.number > $1.number }) {
      flows.end(entry, ending)
    }
    if !isKept { deliver(ending) }
    endScene(ending)
    tellEndedFlows()
  }

  /// Ends the flow that a screen belongs to, with a value; a screen that has ended belongs to none.
  @discardableResult
  func finish(_ entry: NavigationEntry.ID, with value: any Sendable) -> NavigationHandle {
    guard isOpen(entry) else {
      missedEvents += 1
      return submit(.nothing) { _ in .duplicate }
    }
    let inner = stored.visits(from: entry).first {
      flows.waiting[$0] != nil || stored.intents[$0] != nil || stored.claims[$0] != nil
    }
    if inner == nil, flows.scene != nil { return finishScene(with: value) }
    let flow = inner ?? entry
    let gift = FlowGift(flow: flow, value: value)
    if let intent = stored.intents[flow] { return finish(gift, goingOnTo: intent) }
    return submit(gift: gift) { $0.step(.end(flow)) }
  }

  /// Tells the flows whose screens have ended why they have, and remembers one that has begun.
  func updateFlows(_ change: NavigationChange, for plan: NavigationPlan) {
    if let waiter = plan.request.flow {
      begin(waiter, in: plan.redirects.isEmpty ? change.entered.last : nil)
    }
    guard !flows.waiting.isEmpty else { return }
    for entry in change.left { flows.end(entry.id, ending(of: entry, in: change, for: plan)) }
  }

  /// A redirect ends a flow before it begins: the screen that is shown is not the flow's.
  private func begin(_ waiter: FlowWaiter, in entry: NavigationEntry?) {
    guard let entry else { return flows.end(waiter, .interrupted) }
    flows.wait(waiter, for: entry.id)
  }

  /// Why a screen has ended, for whoever waits for its flow.
  func ending(
    of entry: NavigationEntry, in change: NavigationChange, for plan: NavigationPlan
  ) -> UntypedEnding {
    if let gift = plan.request.gift, gift.flow == entry.id { return .value(gift.value) }
    let left = Set(change.left.map(\.id))
    let below = plan.from.visits(from: entry.id).dropFirst()
    if below.contains(where: left.contains) { return .dismissedByParent }
    return change.entered.isEmpty ? .cancelled : .replaced
  }
}

/// A value on its way to whoever waits for a flow.
struct FlowGift {
  let flow: NavigationEntry.ID
  let value: any Sendable
}

extension NavigationState {
  /// A visit, those below it, and those whose screens show their stack, outwards.
  func visits(from entry: NavigationEntry.ID) -> [NavigationEntry.ID] {
    guard let index = stackIndex(holding: entry) else { return [] }
    let below = stacks[index].trail.drop { $0.id != entry }.map(\.id)
    return below + (stacks[index].parent.map(visits) ?? [])
  }

  private func visits(from context: NavigationContext) -> [NavigationEntry.ID] {
    switch context {
    case .entry(let entry): visits(from: entry)
    case .tab(let id, _): tabs.first { $0.id == id }.map { visits(from: $0.parent) } ?? []
    }
  }
}

/// Ends the flow that the screen belongs to, with the value that was asked for.
public struct FinishAction {
  let router: Router?
  let entry: NavigationEntry.ID?

  /// Ends the screen and hands the value to whoever asked for it.
  @MainActor
  @discardableResult
  public func callAsFunction(_ value: some Sendable) -> NavigationOutcome {
    guard let router, let entry else { return .nothingToPop }
    return router.finish(entry, with: value).outcome ?? .pending
  }

  /// Ends the screen: its flow is completed, and gives no value.
  ///
  /// When a guard had sent the person here, the navigation goes on to where they were going.
  @MainActor
  @discardableResult
  public func callAsFunction() -> NavigationOutcome {
    self(())
  }
}

extension EnvironmentValues {
  /// Ends the flow of the screen that reads it, with a value.
  public var finish: FinishAction { FinishAction(router: place?.router, entry: place?.entry) }
}
