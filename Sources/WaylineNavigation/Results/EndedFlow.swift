/// A flow that was asked for a value and has ended, as those see it who watch.
///
/// ```swift
/// let flows = router.observeFlows { flow in
///   log(flow.name ?? "unnamed", flow.ending, flow.json ?? "no value")
/// }
/// ```
public struct EndedFlow: Sendable {
  /// The name under which the ending was awaited; nil for a flow that code has waited for.
  public let name: String?

  /// The place that the flow began with; nil when it could not be read any more.
  public let place: Route?

  /// How it ended, as whoever waited for it was told.
  public let ending: FlowEnding<any Sendable>

  /// The value as one line of JSON; nil when there is none, or when it is not `Encodable`.
  public var json: String? { ending.value.flatMap { RouteText.json(encoding: $0) } }
}

extension Router {
  /// Watches every flow that ends, however it ends, until the token is given back.
  ///
  /// A flow is told once, after the navigation that ended it. Flows that code waits for are told, and
  /// those whose ending is awaited by name.
  public func observeFlows(_ observer: @escaping (EndedFlow) -> Void) -> Observation {
    let observation = nextObservation()
    flows.observers[observation.number] = observer
    return observation
  }

  /// Every flow that ends from now on, as a sequence.
  public var endedFlows: AsyncStream<EndedFlow> {
    AsyncStream { continuation in
      let observation = observeFlows { continuation.yield($0) }
      continuation.onTermination = { [weak self] _ in
        Task { @MainActor in self?.stop(observation) }
      }
    }
  }

  /// Tells those who watch which flows have ended since the last call.
  func tellEndedFlows() {
    let ended = flows.takeEnded()
    guard !ended.isEmpty else { return }
    flows.forgetOver { history.entries.union(stored.allEntries.map(\.id)) }
    for flow in ended {
      for (_, observer) in flows.observers.sorted(by: { $0.key < $1.key }) { observer(flow) }
    }
  }
}
