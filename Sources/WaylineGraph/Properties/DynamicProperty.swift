import Synchronization

/// A stored property of a view that is brought up to date before each run of the body.
///
/// ```swift
/// struct LentBooks: DynamicProperty {
///   @AppStorage("lent") private var lent = 0
///   var isEmpty: Bool { lent == 0 }
/// }
/// ```
///
/// Conform a struct of your own that holds ``State``, ``Environment`` or other dynamic properties:
/// they are found, connected and updated first, then ``update()`` of yours runs, on the copy of the
/// view whose body follows. A change that `update()` makes to itself is seen by that body and is
/// lost afterwards; a value that must persist belongs in a `@State`. Source: SwiftUI's
/// `DynamicProperty`.
public protocol DynamicProperty {
  /// Called before each run of the body of the view that holds the property.
  @MainActor mutating func update()
}

extension DynamicProperty {
  /// Brings the property up to date, before each run of the body.
  public mutating func update() {}
}

/// A property that stores something in the node of its view: a location, an object, a value.
package protocol LinkedProperty: DynamicProperty {
  /// Joins the node; called before each body run, in field order.
  ///
  /// - Parameter slot: the property's storage; nil the first time, released when the node ends.
  @MainActor mutating func link(_ slot: inout AnyObject?, in node: Node)

  /// True if two values that a parent passes are the same input to the child.
  func isSameInput(as other: Self) -> Bool

  /// True if the property needs storage in the node; otherwise it is only compared.
  static var needsNode: Bool { get }

  /// True if the slot has a state or an object, which snapshots copy and compare.
  static var hasState: Bool { get }
}

extension LinkedProperty {
  /// True, the default.
  package static var needsNode: Bool { true }

  /// False, the default.
  package static var hasState: Bool { false }
}

/// The types that are dynamic properties, looked up once per type.
///
/// The negative answer is common and expensive: the runtime searches every conformance of the
/// process first.
enum PropertyTypes {
  private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

  /// The type as a dynamic property; nil for everything that is none.
  ///
  /// - Complexity: one locked look-up after the first call for a type that is none.
  static func dynamic(_ type: any Any.Type) -> (any DynamicProperty.Type)? {
    guard MetadataKind(of: type) == .structure else { return nil }
    if known.withLock({ $0[ObjectIdentifier(type)] }) == false { return nil }
    let found = type as? any DynamicProperty.Type
    known.withLock { $0[ObjectIdentifier(type)] = found != nil }
    return found
  }

  /// The type as a property that stores something in the node of its view.
  ///
  /// Use it for types that probably conform; for others ``dynamic(_:)`` is cheaper.
  static func linked(_ type: any Any.Type) -> (any LinkedProperty.Type)? {
    guard MetadataKind(of: type) == .structure else { return nil }
    if known.withLock({ $0[ObjectIdentifier(type)] }) == false { return nil }
    return type as? any LinkedProperty.Type
  }
}
