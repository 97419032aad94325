import WaylineGraph
import WaylineViews

/// An object that a view stores in its node, made when the view is first shown.
@MainActor
package protocol NodeObject: AnyObject {
  init(in node: Node)
}

/// A dynamic property that stores one object for as long as its view is shown.
///
/// Modifiers that declare something to the scene, such as a guard or a destination, keep their
/// registration in it: the registration ends with the node.
@propertyWrapper
struct NodeStorage<Object: NodeObject>: LinkedProperty {
  private var object: Object?

  init() {}

  /// The object; never nil while a body runs.
  var wrappedValue: Object? { object }

  mutating func link(_ slot: inout AnyObject?, in node: Node) {
    if slot == nil { slot = Object(in: node) }
    // The slot holds the object that the line above stored.
    object = slot.map { unsafeDowncast($0, to: Object.self) }
  }

  func isSameInput(as other: Self) -> Bool { true }
}

/// A modifier that declares something to the scene for as long as its view is shown.
package struct DeclaringModifier<Registration: NodeObject> {
  @NodeStorage<Registration> private var registration
  private let declare: @MainActor (Registration) -> Void

  /// Creates a modifier; `declare` is called with its registration in each body run.
  package nonisolated init(declare: @escaping @MainActor (Registration) -> Void) {
    self.declare = declare
  }
}

extension DeclaringModifier: ViewModifier {
  /// The content, after the declaration.
  package func body(content: Content) -> some View {
    let _ = registration.map(declare)
    content
  }
}
