import WaylineGraph

/// An object that a view stores in its node, made when the view is first shown.
@MainActor
protocol NodeObject: AnyObject {
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
