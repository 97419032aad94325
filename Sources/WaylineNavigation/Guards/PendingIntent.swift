/// Where a person was going when a guard sent them elsewhere first.
///
/// It belongs to the screen that the guard sent them to. When that screen's flow finishes, the
/// navigation goes on to the destination; when the screen is left otherwise, the wish is gone. It is
/// saved with the scene, so that it survives the process.
public struct PendingIntent: Hashable, Sendable {
  /// The places of the stack that was wanted, from the bottom to the top.
  let steps: [Step]
  /// The stack they were wanted on; nil when another process had asked.
  let stack: NavigationState.StackID?

  /// One place, and how it was to be shown.
  struct Step: Hashable, Sendable {
    let route: Route
    let presentation: NavigationEntry.Presentation
    /// The name under which the ending of the flow is awaited that begins there.
    var claim: String?
  }

  /// The place that was wanted.
  public var destination: Route? { steps.last?.route }
}

extension PendingIntent {
  /// What a change of state would have shown; nil when it shows no named place.
  ///
  /// A screen that is itself on the way to somewhere is left out: it ends with its flow.
  init?(from old: NavigationState, to new: NavigationState) {
    let wanted = NavigationChange(from: old, to: new).entered.last { $0.route != nil }
    guard let wanted, let index = new.stackIndex(holding: wanted.id) else { return nil }
    stack = new.stacks[index].id
    steps = new.stacks[index].trail.reversed().dropFirst().compactMap { entry in
      guard new.intents[entry.id] == nil else { return nil }
      return entry.route.map {
        Step(route: $0, presentation: entry.presentation, claim: new.claims[entry.id])
      }
    }
  }
}

extension NavigationState {
  /// The wish that waits for the flow of the screen on top, or of one below it.
  public var pendingIntent: PendingIntent? {
    intents.isEmpty ? nil : visits(from: top.id).lazy.compactMap { intents[$0] }.first
  }

  /// Goes on to what was wanted; the screens of a common beginning stay.
  mutating func resume(_ intent: PendingIntent, on stack: StackID) {
    index(of: stack).map { reveal($0) }
    guard let index = index(of: stack) else { return }
    let present = stacks[index].trail.reversed().dropFirst()
    var (matched, kept) = (0, 0)
    for entry in present {
      if let route = entry.route {
        let step = PendingIntent.Step(
          route: route, presentation: entry.presentation, claim: claims[entry.id])
        guard matched < intent.steps.count, intent.steps[matched] == step else { break }
        matched += 1
      }
      kept += 1
    }
    removeLast(present.count - kept, from: index)
    guard let index = self.index(of: stack) else { return }
    for step in intent.steps[matched...] {
      let entry = append(step.route, as: step.presentation, to: index)
      if let claim = step.claim { claims[entry] = claim }
    }
  }

  /// The ending of the flow on top of a stack is awaited by a name.
  mutating func claim(_ name: String, onTopOf stack: StackID) {
    if let entry = trail(of: stack)?.last { claims[entry.id] = name }
  }
}

extension Router {
  /// Ends a flow and goes on to what was wanted, as one picture.
  ///
  /// When a guard refuses what was wanted, the flow ends all the same: it was completed.
  func finish(_ gift: FlowGift, goingOnTo intent: PendingIntent) -> NavigationHandle {
    let flow = gift.flow
    let handle = submit(gift: gift) { [unowned self] state in
      let home = state.stackIndex(holding: flow).map { state.stacks[$0].id }
      let outcome = state.step(.end(flow))
      guard outcome == .completed, let destination = intent.destination else { return outcome }
      let known = intent.stack.flatMap { state.index(of: $0) == nil ? nil : $0 }
      let near = home.flatMap { scene.stack($0)?.accepts(destination) == true ? $0 : nil }
      let stack = known ?? near ?? stackForLink(to: destination, in: state)
      for step in intent.steps {
        if let refusal = refusal(of: step.route, on: stack) { return refusal }
      }
      state.resume(intent, on: stack)
      return .completed
    }
    handle.whenEnded { [weak self] outcome in
      switch outcome {
      case .blocked, .notFound, .redirectCycle: self?.submit(gift: gift) { $0.step(.end(flow)) }
      default: break
      }
    }
    return handle
  }
}
