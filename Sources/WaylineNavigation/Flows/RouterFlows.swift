import WaylineGraph

// MARK: - Presenting a flow

extension Router {
  /// Presents a place and waits until its flow has ended.
  ///
  /// The flow's screen calls `finish(_:)` from its environment. Every other end of the screen is an
  /// ending too; exactly one is returned. A task that waits here awaits the user, so `wait` and a test
  /// host's `settle()` do not wait for it.
  public func present<Value: Sendable>(
    _ route: some Hashable & Sendable, as form: NavigationEntry.Presentation = .sheet,
    returning type: Value.Type
  ) async -> FlowEnding<Value> {
    let route = Route(route)
    let answer = StartedTasks.awaitAnswer(in: graph)
    let ending = await withCheckedContinuation { continuation in
      let waiter = FlowWaiter(for: route, returning: type) {
        answer?.end()
        continuation.resume(returning: $0)
      }
      submit(.show(route, as: form), waiter: waiter)
    }
    return ending.typed(as: type)
  }

  /// Presents a place; `.onResult(of:)` with the same key receives the ending of its flow.
  ///
  /// A guard may lead to another place first: a redirect that continues keeps the key.
  @discardableResult
  public func present<Value: Sendable>(
    _ route: some Hashable & Sendable, as form: NavigationEntry.Presentation = .sheet,
    for key: ResultKey<Value>
  ) -> NavigationHandle {
    submit(.show(Route(route), as: form, resultName: key.name))
  }
}

// MARK: - Finishing a flow

extension Router {
  /// Ends the flow of a screen with a value; a screen that has ended has no flow.
  ///
  /// A result with a name that nothing awaits would be lost: it is refused, and the screen stays.
  ///
  /// - Parameter name: the name of the result; the innermost flow ends if none is awaited under it.
  @discardableResult
  func finish(
    _ entry: NavigationEntry.ID, with value: any Sendable, for name: String? = nil
  ) -> NavigationHandle {
    if hasEnded { return submit(.answer(.unhandled), recording: .nothing) }
    guard isOpen(entry) else {
      missedEvents += 1
      lateResults += 1
      return submit(.answer(.duplicate), recording: .nothing)
    }
    let marks = stored.marks
    let visits = stored.visits(from: entry)
    let named = name.flatMap { name in visits.first { marks.resultNames[$0] == name } }
    let inner =
      named
      ?? visits.first {
        flows.isAwaited($0) || marks.intents[$0] != nil || marks.resultNames[$0] != nil
      }
    if inner == nil, flows.hasSceneFlow {
      defer { endScene(.value(value)) }
      return submit(.answer(.completed), recording: .nothing)
    }
    if inner == nil, let name { return refuse(resultNamed: name) }
    let flow = inner ?? entry
    let (intent, result) = (marks.intents[flow], FlowResult(flow: flow, value: value))
    let handle = submit(.finish(flow, then: intent), result: result)
    guard intent != nil else { return handle }
    // The flow was completed: it ends also when its destination is refused.
    handle.whenFinished { [weak self] outcome in
      switch outcome {
      case .blocked, .notFound, .redirectCycle:
        self?.submit(.finish(flow, then: nil), result: result)
      default: break
      }
    }
    return handle
  }

  private func refuse(resultNamed name: String) -> NavigationHandle {
    let mistake =
      "finish(_:for:) was called for the result '\(name)', but nothing awaits it, so the screen "
      + "stays. Open the screen with router.present(_:as:for:), and conform its route to "
      + "PresentedValue so that no link opens it."
    if let onLateRefusal {
      Misuse.reportBesideMessage(mistake)
      onLateRefusal(
        "Nothing waits for the result '\(name)' here, so nothing was done. Open this screen from the "
          + "one that asks for it.")
    } else {
      Misuse.report(mistake)
    }
    return submit(.answer(.unhandled), recording: .nothing)
  }
}

// MARK: - The scene as a flow

extension Router {
  /// Makes the whole scene one flow; the closure receives its ending once.
  ///
  /// `finish(_:)` returns the value, from the first screen or from one above it that belongs to no
  /// other flow. Leaving the first screen cancels the flow.
  package func awaitScene<Value: Sendable>(
    returning type: Value.Type, _ take: @escaping (FlowEnding<Value>) -> Void
  ) {
    let waiter = FlowWaiter(for: nil, returning: type) { take($0.typed(as: type)) }
    if let ending = flows.awaitScene(waiter) { endScene(ending) }
  }

  /// Makes the whole scene a flow before its first screen is made: one that ends before its result is
  /// awaited has the same ending afterwards.
  package func expectScene() { flows.expectScene() }

  /// Ends the flow of the scene, if it has not ended.
  package func endScene(_ ending: FlowEnding<any Sendable>) {
    guard let waiter = flows.endScene(ending) else { return }
    // NB: the observers may end the scene, and with it the other flows.
    reportEndedFlows()
    waiter.take(ending)
  }

  /// Cancels the flow of the scene when nothing else could be left; the leave guards are asked.
  func leaveScene(after handle: NavigationHandle) -> NavigationHandle {
    guard flows.hasSceneFlow else { return handle }
    if let outcome = handle.outcome { return outcome == .nothingToPop ? leaveScene() : handle }
    handle.whenFinished { [weak self] outcome in
      if outcome == .nothingToPop { self?.leaveScene() }
    }
    return handle
  }

  @discardableResult
  private func leaveScene() -> NavigationHandle {
    let leaving = leave()
    leaving.whenFinished { [weak self] outcome in
      if outcome == .completed { self?.endScene(.cancelled) }
    }
    return leaving
  }
}

// MARK: - The end of all flows

extension Router {
  /// Ends every flow: the input or the scene ends.
  ///
  /// A flow with a name continues in the next process, if the scene is saved.
  package func endFlows(atEndOfInput: Bool) {
    let ending: UntypedEnding = atEndOfInput ? .endOfInput : .interrupted
    flows.endAll(ending)
    if !isKept, !stored.marks.resultNames.isEmpty {
      let state = stored
      mount { $0.marks.resultNames = [:] }
      transact {
        for entry in state.allEntries { flows.deliver(ending, of: entry, in: state, mounted) }
      }
    }
    endScene(ending)
    reportEndedFlows()
  }

  /// Delivers the interruption of saved flows that were not restored.
  func deliverInterrupted(_ names: [String]) {
    guard !names.isEmpty else { return }
    transact { for name in names { flows.deliverInterrupted(name, in: mounted) } }
    reportEndedFlows()
  }

  /// Reports the flows that have ended since the last report.
  func reportEndedFlows() {
    flows.report { history.entries.union(stored.allEntries.map(\.id)) }
  }
}
