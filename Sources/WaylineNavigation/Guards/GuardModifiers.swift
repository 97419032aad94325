import WaylineGraph
import WaylineViews

/// What a guard keeps in the node of its modifier.
@MainActor
final class GuardJoint: JoinedObject {
  private let place: NavigationPlace?
  /// What it says to an arrival at a place; nil for one it does not guard.
  private var entering: (@MainActor (Route) -> GuardAnswer?)?
  /// What it says when its screen is left.
  private var leaving: (@MainActor () -> GuardAnswer)?

  init(in node: Node) {
    place = node.environment.values.place
    place?.router.scene.add(self)
  }

  func guardEntering(_ decide: @escaping @MainActor (Route) -> GuardAnswer?) {
    entering = decide
  }

  func guardLeaving(_ decide: @escaping @MainActor () -> GuardAnswer) {
    leaving = decide
  }

  /// What it says to a screen that begins.
  func answer(to entry: NavigationEntry) -> GuardAnswer? {
    entry.route.flatMap { entering?($0) }
  }

  /// What it says to a screen that ends; nil unless it stands in it.
  func answer(toLeaving entry: NavigationEntry) -> GuardAnswer? {
    entry.id == place?.entry ? leaving?() : nil
  }
}

/// The modifier behind guards of both kinds.
struct GuardModifier {
  @Joined<GuardJoint> private var joint
  private let declare: @MainActor (GuardJoint) -> Void

  nonisolated init(declare: @escaping @MainActor (GuardJoint) -> Void) {
    self.declare = declare
  }
}

extension GuardModifier: ViewModifier {
  func body(content: Content) -> some View {
    let _ = joint.map(declare)
    content
  }
}

extension View {
  /// Asks before a place of this type is shown, however the person comes to it.
  ///
  /// Links, `redo`, `forward` and saved scenes are asked too. Guards of outer views are asked first.
  nonisolated public func guarding<Value: NavigationValue>(
    _ type: Value.Type, _ decide: @escaping @MainActor (Value) -> GuardDecision
  ) -> some View {
    modifier(
      GuardModifier { joint in
        joint.guardEntering { route in route.value(as: Value.self).map { .now(decide($0)) } }
      })
  }

  /// Asks before a place of this type is shown, and waits for the answer.
  nonisolated public func guarding<Value: NavigationValue>(
    _ type: Value.Type, _ decide: @escaping @MainActor (Value) async -> GuardDecision
  ) -> some View {
    modifier(
      GuardModifier { joint in
        joint.guardEntering { route in
          route.value(as: Value.self).map { value in .later { await decide(value) } }
        }
      })
  }

  /// Asks before the screen that holds the view is left; once in each navigation.
  ///
  /// Asked by navigations and by `quit`, never at the end of input or on a signal.
  nonisolated public func onLeave(
    _ decide: @escaping @MainActor () -> GuardDecision
  ) -> some View {
    modifier(GuardModifier { $0.guardLeaving { .now(decide()) } })
  }

  /// Asks before the screen that holds the view is left, and waits for the answer.
  nonisolated public func onLeave(
    _ decide: @escaping @MainActor () async -> GuardDecision
  ) -> some View {
    modifier(GuardModifier { $0.guardLeaving { .later { await decide() } } })
  }
}
