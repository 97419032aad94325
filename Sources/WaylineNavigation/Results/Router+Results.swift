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
    let cause = await withCheckedContinuation { flow in
      push(Route(route), onto: nil, as: form, flow: flow)
    }
    return cause.ending(of: type)
  }

  /// Ends every flow: there is no more input, or the scene ends.
  package func endFlows(atEndOfInput: Bool) {
    for entry in flows.waiting.keys.sorted(by: { $0.number > $1.number }) {
      flows.end(entry, atEndOfInput ? .endOfInput : .interrupted)
    }
  }

  /// Ends the flow that a screen belongs to, with a value.
  @discardableResult
  func finish(_ entry: NavigationEntry.ID, with value: any Sendable) -> NavigationHandle {
    let flow =
      stored.visits(from: entry)
      .first {
        flows.waiting[$0] != nil || stored.intents[$0] != nil || stored.claims[$0] != nil
      } ?? entry
    if let intent = stored.intents[flow] { return finish(flow, goingOnTo: intent) }
    return submit(gift: FlowGift(flow: flow, value: value)) { $0.step(.end(flow)) }
  }

  /// Tells the flows whose screens have ended why they have, and remembers one that has begun.
  func updateFlows(_ change: NavigationChange, for plan: NavigationPlan) {
    if let flow = plan.request.flow {
      begin(flow, in: plan.redirects.isEmpty ? change.entered.last : nil)
    }
    guard !flows.waiting.isEmpty else { return }
    for entry in change.left {
      if flows.waiting[entry.id] != nil { endedFlows.insert(entry.id) }
      let gift = plan.request.gift.flatMap { $0.flow == entry.id ? FlowCause.given($0.value) : nil }
      flows.end(entry.id, gift ?? cause(of: entry, in: change))
    }
  }

  /// A redirect ends a flow before it begins: the screen that is shown is not the flow's.
  private func begin(_ flow: CheckedContinuation<FlowCause, Never>, in entry: NavigationEntry?) {
    guard let entry else { return flow.resume(returning: .interrupted) }
    flows.waiting[entry.id] = flow
  }

  func cause(of entry: NavigationEntry, in change: NavigationChange) -> FlowCause {
    guard change.left.last?.id == entry.id else { return .dismissedByParent }
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

/// The flows that somebody waits for.
struct FlowRecord {
  /// Who waits for the screen of a visit.
  var waiting: [NavigationEntry.ID: CheckedContinuation<FlowCause, Never>] = [:]

  /// Tells who waits, once.
  mutating func end(_ entry: NavigationEntry.ID, _ cause: FlowCause) {
    waiting.removeValue(forKey: entry)?.resume(returning: cause)
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
