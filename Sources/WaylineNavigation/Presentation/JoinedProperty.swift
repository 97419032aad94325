import WaylineGraph

/// Something that a view keeps in its node, made when the view is first shown.
@MainActor
protocol JoinedObject: AnyObject {
  init(in node: Node)
}

/// A dynamic property that keeps one object for as long as its view is shown.
@propertyWrapper
struct Joined<Object: JoinedObject>: LinkedProperty {
  private var object: Object?

  init() {}

  /// The object; there is one whenever a body runs.
  var wrappedValue: Object? { object }

  mutating func link(_ slot: inout AnyObject?, in node: Node) {
    if slot == nil { slot = Object(in: node) }
    // The slot holds what the line above stored and nothing else.
    object = slot.map { unsafeDowncast($0, to: Object.self) }
  }

  func isSameInput(as other: Self) -> Bool { true }
}
