import WaylineGraph
import WaylineViews

extension View {
  /// Asks before a place of this type is shown, whatever the navigation to it.
  ///
  /// Links, `redo`, `forward` and restored scenes are included. Guards of outer views are asked
  /// first.
  nonisolated public func guarding<Value: NavigationValue>(
    _ type: Value.Type, _ decide: @escaping @MainActor (Value) -> GuardDecision
  ) -> some View {
    modifier(
      GuardModifier { registration in
        registration.guardEntering { route in
          route.value(as: Value.self).map { .now(decide($0)) }
        }
      })
  }

  /// Asks before a place of this type is shown, and waits for the decision.
  nonisolated public func guarding<Value: NavigationValue>(
    _ type: Value.Type, _ decide: @escaping @MainActor (Value) async -> GuardDecision
  ) -> some View {
    modifier(
      GuardModifier { registration in
        registration.guardEntering { route in
          route.value(as: Value.self).map { value in .later { await decide(value) } }
        }
      })
  }

  /// Asks before the screen that contains the view is left, once in each navigation.
  ///
  /// Asked by navigations that end the screen, and by `quit` for every screen, also one that is covered
  /// or in another tab. Never asked at the end of a script or pipe, or on a signal. ``GuardDecision/confirm(_:)`` asks
  /// the person, such as whether changes are to be discarded.
  nonisolated public func onLeave(
    _ decide: @escaping @MainActor () -> GuardDecision
  ) -> some View {
    modifier(GuardModifier { $0.guardLeaving { _ in .now(decide()) } })
  }

  /// Asks before the screen that contains the view is left, and waits for the decision.
  nonisolated public func onLeave(
    _ decide: @escaping @MainActor () async -> GuardDecision
  ) -> some View {
    modifier(GuardModifier { $0.guardLeaving { _ in .later { await decide() } } })
  }

  /// Refuses typed commands that would leave the screen; its own actions can still end it.
  ///
  /// `quit` and the end of input are never refused: `onLeave(_:)` asks about `quit`, too. Source:
  /// SwiftUI's `interactiveDismissDisabled(_:)`.
  nonisolated public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    modifier(
      GuardModifier {
        $0.guardLeaving { isTyped in
          isDisabled && isTyped ? .now(.block("Use an action of this screen to close it.")) : nil
        }
      })
  }
}

/// The modifier behind guards of both kinds.
private typealias GuardModifier = DeclaringModifier<GuardRegistration>

/// A guard, stored in the node of its modifier or in a router: it is asked about arrivals, or about
/// its screen.
@MainActor
final class GuardRegistration: NodeObject {
  /// The position of its view; nil for a guard that a router holds.
  let position: NavigationPosition?
  private weak var node: Node?
  /// Decides about the arrival at a place; nil for a place that it does not guard.
  private var entering: (@MainActor (Route) -> GuardAnswer?)?
  /// Decides whether its screen can be left.
  private var leaving: (@MainActor (_ isTyped: Bool) -> GuardAnswer?)?

  init(in node: Node) {
    position = node.environment.values.position
    self.node = node
  }

  /// The title of its screen; nil without one.
  var screenTitle: String? { node?.screenTitle }

  /// Creates a guard of arrivals that belongs to no view; a router holds it.
  init(entering decide: @escaping @MainActor (Route) -> GuardAnswer?) {
    position = nil
    entering = decide
  }

  deinit {
    // A router, which holds the guards without a position, may be released on any thread.
    guard position != nil else { return }
    // A node releases its storage on the main actor only.
    MainActor.assumeIsolated {
      [position, isEntering = entering != nil, isLeaving = leaving != nil] in
      if isEntering { position?.router.mounted.entering.purge(.scene) }
      if isLeaving, let position { position.router.mounted.leaving.purge(position.entry) }
    }
  }

  func guardEntering(_ decide: @escaping @MainActor (Route) -> GuardAnswer?) {
    if entering == nil { position?.router.mounted.entering.add(self, for: .scene) }
    entering = decide
  }

  func guardLeaving(_ decide: @escaping @MainActor (_ isTyped: Bool) -> GuardAnswer?) {
    if leaving == nil, let position {
      position.router.mounted.leaving.add(self, for: position.entry)
    }
    leaving = decide
  }

  /// Decides about a screen that begins; nil for a place that it does not guard.
  func answer(toEntering entry: NavigationEntry) -> GuardAnswer? {
    entry.route.flatMap { entering?($0) }
  }

  /// Decides about the end of its own screen; nil where it has nothing to decide.
  func answer(toLeaving entry: NavigationEntry, isTyped: Bool) -> GuardAnswer? {
    entry.id == position?.entry ? leaving?(isTyped) : nil
  }
}
