/// A stored property of a view that is brought up to date before each run of the body.
///
/// Conform a struct of your own that holds ``State``, ``Environment`` or other dynamic properties:
/// they are found, connected and updated first, then ``update()`` of yours runs, on the copy of the
/// view whose body follows. A change that `update()` makes to itself is seen by that body and is
/// gone afterwards; what must stay belongs in a `@State`. Source: SwiftUI's `DynamicProperty`.
public protocol DynamicProperty {
  /// Called before each run of the body of the view that holds the property.
  @MainActor mutating func update()
}

extension DynamicProperty {
  /// Brings the property up to date, before each run of the body.
  public mutating func update() {}
}

/// A property that keeps something in the node of its view: a location, an object, a value.
package protocol LinkedProperty: DynamicProperty {
  /// Joins the node; called before each body run, in field order.
  ///
  /// - Parameter slot: what the property keeps; nil the first time, released when the node ends.
  @MainActor mutating func link(_ slot: inout AnyObject?, in node: Node)

  /// Whether two values that a parent passes are the same input to the child.
  func isSameInput(as other: Self) -> Bool

  /// Whether the property has something to join; one that does not is compared only.
  static var needsNode: Bool { get }
}

extension LinkedProperty {
  /// Yes, unless a property says otherwise.
  package static var needsNode: Bool { true }
}
