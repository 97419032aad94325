/// The flow that a whole scene is, for a program that hands out just one.
struct SceneFlow {
  private let isWanted: (any Sendable) -> Bool
  /// Hands the ending over.
  let take: (UntypedEnding) -> Void

  init<Value: Sendable>(
    returning type: Value.Type, _ take: @escaping (FlowEnding<Value>) -> Void
  ) {
    isWanted = { $0 is Value }
    self.take = { take($0.typed(as: type)) }
  }

  /// The ending as it is told: a value of another type is none.
  func accepted(_ ending: UntypedEnding) -> UntypedEnding {
    ending.accepted(if: isWanted)
  }
}

extension Router {
  /// Makes the whole scene one flow, whose ending the closure takes, once.
  ///
  /// `finish(_:)` gives the value, from the first screen or from one above it that belongs to no
  /// other flow. Who leaves the first screen cancels the flow.
  package func awaitScene<Value: Sendable>(
    returning type: Value.Type, _ take: @escaping (FlowEnding<Value>) -> Void
  ) {
    flows.scene = SceneFlow(returning: type, take)
  }

  /// Ends the flow that the scene is, if it is one that goes on.
  package func endScene(_ ending: FlowEnding<any Sendable>) {
    guard let flow = flows.takeScene() else { return }
    // NB: who is told may end the scene, and with it the flows that are left.
    flows.endScene(flow.accepted(ending))
    tellEndedFlows()
    flow.take(ending)
  }

  /// Gives the value of the flow that the scene is.
  func finishScene(with value: any Sendable) -> NavigationHandle {
    defer { endScene(.value(value)) }
    return submit(.nothing) { _ in .completed }
  }

  /// Cancels the flow that the scene is, when there was nothing else to leave; leave guards are asked.
  func leaveScene(after handle: NavigationHandle) -> NavigationHandle {
    guard flows.scene != nil, handle.outcome == .nothingToPop else { return handle }
    let leaving = leave()
    if leaving.outcome == .completed { endScene(.cancelled) }
    return leaving
  }
}
