import WaylineGraph
import WaylineViews

/// What waits by name for the result of a flow: kept in the node of `.onResult(of:)`.
@MainActor
final class ResultJoint: JoinedObject {
  /// The screen that declared it.
  let entry: NavigationEntry.ID?
  /// The name of the flow.
  private(set) var name = ""
  private var take: (@MainActor (UntypedEnding) -> UntypedEnding)?

  init(in node: Node) {
    let place = node.environment.values.place
    entry = place?.entry
    place?.router.scene.add(self)
  }

  func follow(
    _ name: String, _ take: @escaping @MainActor (UntypedEnding) -> UntypedEnding
  ) {
    (self.name, self.take) = (name, take)
  }

  /// Hands the ending over.
  /// - Returns: The ending as it was told.
  func deliver(_ ending: UntypedEnding) -> UntypedEnding { take?(ending) ?? ending }
}

/// The modifier behind `.onResult(of:)`.
struct ResultModifier {
  @Joined<ResultJoint> private var joint
  private let name: String
  private let take: @MainActor (UntypedEnding) -> UntypedEnding

  nonisolated init(
    name: String, take: @escaping @MainActor (UntypedEnding) -> UntypedEnding
  ) {
    self.name = name
    self.take = take
  }
}

extension ResultModifier: ViewModifier {
  func body(content: Content) -> some View {
    let _ = joint?.follow(name, take)
    content
  }
}

extension View {
  /// Takes the ending of a flow that was begun under a name with `Router.present(_:as:for:)`.
  ///
  /// The ending comes exactly once, to the nearest screen below the flow that declares the name. The
  /// name is saved with the flow's screen: when the process ends meanwhile and the next one brings
  /// the screen back, the ending comes there.
  ///
  /// ```swift
  /// BookView(id: 42)
  ///   .onResult(of: "borrower", String.self) { ending in
  ///     if let member = ending.value { lend(to: member) }
  ///   }
  /// ```
  nonisolated public func onResult<Value: Sendable>(
    of name: String, _ type: Value.Type,
    perform action: @escaping @MainActor (FlowEnding<Value>) -> Void
  ) -> some View {
    modifier(
      ResultModifier(name: name) { ending in
        action(ending.typed(as: type))
        return ending.accepted { $0 is Value }
      })
  }
}

extension Router {
  /// Shows a place in front; its ending goes to whoever declared `.onResult(of:)` with the name.
  ///
  /// A guard may send the person elsewhere first: a redirect that continues keeps the name.
  @discardableResult
  public func present(
    _ route: some Hashable & Sendable, as form: NavigationEntry.Presentation = .sheet,
    for name: String
  ) -> NavigationHandle {
    push(Route(route), onto: nil, as: form, claim: name)
  }

  /// Tells those who wait by name that flows have ended.
  func deliver(_ change: NavigationChange, for plan: NavigationPlan) {
    guard !plan.from.claims.isEmpty else { return }
    for entry in change.left where plan.from.claims[entry.id] != nil {
      deliver(ending(of: entry, in: change, for: plan), of: entry, in: plan.from)
    }
  }

  /// Tells all who wait by name that the scene ends and is not kept.
  func deliver(_ ending: UntypedEnding) {
    let state = stored
    guard !state.claims.isEmpty else { return }
    mount { $0.claims = [:] }
    transact {
      for entry in state.stacks.flatMap({ Array($0.trail) }) where state.claims[entry.id] != nil {
        deliver(ending, of: entry, in: state)
      }
    }
  }

  private func deliver(
    _ ending: UntypedEnding, of entry: NavigationEntry, in state: NavigationState
  ) {
    guard let name = state.claims[entry.id] else { return }
    let told = scene.result(of: name, below: state.visits(from: entry.id))?.deliver(ending)
    flows.end(entry.id, of: entry.route, named: name, told ?? ending)
  }

  /// A saved flow that is not back was interrupted, and whoever waits for it hears so.
  func deliverInterrupted(_ names: [String]) {
    guard !names.isEmpty else { return }
    transact {
      for name in names {
        _ = scene.result(of: name, below: [])?.deliver(.interrupted)
        flows.endMissing(named: name)
      }
    }
    tellEndedFlows()
  }
}
