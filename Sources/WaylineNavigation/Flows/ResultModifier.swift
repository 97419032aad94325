import WaylineGraph
import WaylineViews

extension View {
  /// Receives the ending of a flow that was begun under a name with `Router.present(_:as:for:)`.
  ///
  /// The ending is delivered exactly once, to the nearest screen below the flow that declares the
  /// name. The name is saved with the flow's screen: if the process ends meanwhile and the next one
  /// restores the screen, the ending is delivered there.
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

/// The modifier behind `.onResult(of:)`.
struct ResultModifier {
  @NodeStorage<ResultRegistration> private var registration
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
    let _ = registration?.follow(name, take)
    content
  }
}

/// The code that takes results by name, stored in the node of its modifier.
@MainActor
final class ResultRegistration: NodeObject {
  /// The screen that declares it.
  let entry: NavigationEntry.ID?
  private let router: Router?
  private var name: String?
  private var take: (@MainActor (UntypedEnding) -> UntypedEnding)?

  init(in node: Node) {
    let position = node.environment.values.position
    (entry, router) = (position?.entry, position?.router)
  }

  deinit {
    // A node releases its storage on the main actor only.
    MainActor.assumeIsolated { [router, name] in
      if let name { router?.mounted.removeResult(named: name) }
    }
  }

  /// Called by each body run of the modifier.
  func follow(
    _ name: String, _ take: @escaping @MainActor (UntypedEnding) -> UntypedEnding
  ) {
    self.take = take
    guard name != self.name, let mounted = router?.mounted else { return }
    if let former = self.name { mounted.remove(self, named: former) }
    self.name = name
    mounted.add(self, named: name)
  }

  /// Passes an ending to the code.
  /// - Returns: The ending as it was delivered.
  func deliver(_ ending: UntypedEnding) -> UntypedEnding { take?(ending) ?? ending }
}

/// Ends the flow that the screen belongs to with a result.
public struct FinishAction {
  let router: Router?
  let entry: NavigationEntry.ID?

  /// Ends the screen and returns the value to the code that awaits the flow.
  @MainActor
  @discardableResult
  public func callAsFunction(_ value: some Sendable) -> NavigationOutcome {
    guard let router, let entry else { return .nothingToPop }
    return router.finish(entry, with: value).outcome ?? .pending
  }

  /// Ends the screen: its flow is completed without a value.
  ///
  /// When a guard had redirected here, the navigation continues to its destination.
  @MainActor
  @discardableResult
  public func callAsFunction() -> NavigationOutcome {
    self(())
  }
}

extension EnvironmentValues {
  /// Ends the flow of the screen that reads it with a result.
  public var finish: FinishAction {
    FinishAction(router: position?.router, entry: position?.entry)
  }
}
