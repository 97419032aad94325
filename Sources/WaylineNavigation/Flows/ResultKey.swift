import WaylineGraph
import WaylineViews

/// The name and the type of a result, with which a flow is presented, finished and received.
///
/// The name is saved with the flow's screen; the type is checked by the compiler at all three places.
///
/// ```swift
/// extension ResultKey where Value == String { static let borrower = ResultKey("borrower") }
///
/// Button("Lend") { router.present(DeskPlace.chooseMember, for: .borrower) }
///
/// Button("Ada") { finish("Ada", for: .borrower) }
/// ```
public struct ResultKey<Value: Sendable>: Hashable, Sendable {
  /// The name under which the result is awaited.
  public let name: String

  /// Creates a key from a name, which no other result of the program has.
  public init(_ name: String) { self.name = name }
}

extension View {
  /// Receives the ending of a flow that was begun with `Router.present(_:as:for:)` and the same key.
  ///
  /// The ending is delivered exactly once, to the nearest screen below the flow that declares the
  /// key. Its name is saved with the flow's screen: if the process ends meanwhile and the next one
  /// restores the screen, the ending is delivered there.
  ///
  /// ```swift
  /// BookView(id: 42)
  ///   .onResult(of: .borrower) { ending in
  ///     if let member = ending.value { lend(to: member) }
  ///   }
  /// ```
  nonisolated public func onResult<Value: Sendable>(
    of key: ResultKey<Value>, perform action: @escaping @MainActor (FlowEnding<Value>) -> Void
  ) -> some View {
    modifier(
      DeclaringModifier<ResultRegistration> { registration in
        registration.follow(key.name) { ending in
          action(ending.typed(as: Value.self))
          return ending.accepted(as: Value.self, of: "The result '\(key.name)'")
        }
      })
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
      if let name { router?.mounted.results.purge(name) }
    }
  }

  /// Called by each body run of the modifier.
  func follow(
    _ name: String, _ take: @escaping @MainActor (UntypedEnding) -> UntypedEnding
  ) {
    self.take = take
    guard name != self.name, let mounted = router?.mounted else { return }
    if let former = self.name { mounted.results.remove(self, for: former) }
    self.name = name
    mounted.results.add(self, for: name)
  }

  /// Passes an ending to the code.
  /// - Returns: The ending as it was delivered.
  func deliver(_ ending: UntypedEnding) -> UntypedEnding { take?(ending) ?? ending }
}

/// Ends the flow that the screen belongs to with a result.
public struct FinishAction {
  let position: NavigationPosition?

  /// Ends the screen and returns the value to the code that awaits the flow.
  ///
  /// A value of another type than the flow returns is reported as a mistake and ends it as cancelled.
  /// Outside of a scene nothing happens, and the outcome is `.outsideScene`.
  @MainActor
  @discardableResult
  public func callAsFunction(_ value: some Sendable) -> NavigationOutcome {
    guard let position else { return .outsideScene }
    return position.router.finish(position.entry, with: value).outcome ?? .pending
  }

  /// Ends the flow that was presented for a key, and returns the value to those that declare the key.
  ///
  /// Without such a flow it ends the innermost one that is awaited, like `finish(_:)` without a key.
  /// If none is, because the screen was opened by a link, the value would be lost: nothing changes,
  /// a message says so, and the outcome is `.unhandled`. Tests and explorations receive the mistake.
  @MainActor
  @discardableResult
  public func callAsFunction<Value: Sendable>(
    _ value: Value, for key: ResultKey<Value>
  ) -> NavigationOutcome {
    guard let position else { return .outsideScene }
    return position.router.finish(position.entry, with: value, for: key.name).outcome ?? .pending
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
  public var finish: FinishAction { FinishAction(position: position) }
}
