import Synchronization

/// A place with its type erased, so that one stack can hold routes of many types.
///
/// Two routes are equal when their values have the same type and are equal. A copy costs one
/// reference. A plain value, such as an `Int` given to `NavigationLink(value:)`, can be a route too;
/// only a `NavigationValue` has a link.
public struct Route: Hashable, Sendable {
  private let box: any RouteBox

  /// Erases the type of a value; a value that is a route already is taken as it is.
  public init<Value: Hashable & Sendable>(_ value: Value) {
    if Value.self == Route.self, let route = value as? Route {
      self = route
    } else {
      box = TypedRouteBox(value)
    }
  }

  /// A value that was read from its saved form, which it keeps.
  init(_ value: some Hashable & Sendable, json: String) {
    box = TypedRouteBox(value, json: json)
  }

  /// The value with its own type, for code that does not know it statically.
  public var value: any Hashable & Sendable { box.value }

  /// The value if it is one that has a link and can be read again from its saved form.
  public var navigationValue: (any NavigationValue)? { box.value as? any NavigationValue }

  /// The value, if it has the type asked for.
  public func value<Value: Hashable & Sendable>(as type: Value.Type) -> Value? {
    box.type == type ? unsafeDowncast(box, to: TypedRouteBox<Value>.self).stored : nil
  }

  /// What is made of the value, if it has the type asked for.
  func withValue<Value: Hashable & Sendable, Result>(
    as type: Value.Type, _ use: (Value) -> Result
  ) -> Result? {
    guard box.type == type else { return nil }
    return use(unsafeDowncast(box, to: TypedRouteBox<Value>.self).stored)
  }

  /// The type of the value.
  public var type: any (Hashable & Sendable).Type { box.type }

  /// The value as one line of JSON, made once; nil when it is not `Codable`.
  var json: String? { box.json }

  /// The name under which the type is saved: without its module, so that code can move.
  public var typeName: String { RouteTypes.name(of: box.type) }

  /// Whether the same place may be pushed on top of itself.
  public var allowsDuplicates: Bool { box.allowsDuplicates }

  /// Whether both are the same.
  public static func == (left: Route, right: Route) -> Bool {
    left.box === right.box || left.box.isEqual(to: right.box)
  }

  /// Feeds what `==` compares to a hasher.
  public func hash(into hasher: inout Hasher) {
    box.hash(into: &hasher)
  }
}

extension Route: CustomStringConvertible {
  /// The value as Swift prints it, such as `book(id: 42)`.
  public var description: String { String(describing: box.value) }
}

extension Route {
  /// What a person types to come here, such as `book 42`; the value as Swift prints it without that.
  public var spoken: String {
    func command(of value: some NavigationValue) -> String? { (try? DeepLink(value))?.command }
    return navigationValue.flatMap { command(of: $0) } ?? description
  }
}

/// What a route needs of its value without knowing its type.
private protocol RouteBox: AnyObject, Sendable {
  var type: any (Hashable & Sendable).Type { get }
  var value: any Hashable & Sendable { get }
  var allowsDuplicates: Bool { get }
  var json: String? { get }
  func isEqual(to other: any RouteBox) -> Bool
  func hash(into hasher: inout Hasher)
}

private final class TypedRouteBox<Value: Hashable & Sendable>: RouteBox {
  let stored: Value
  /// The saved form once it has been asked for: a deep stack is saved again after each push.
  private let coded: Mutex<String??>

  init(_ value: Value, json: String? = nil) {
    stored = value
    coded = Mutex(json.map { .some($0) })
  }

  var type: any (Hashable & Sendable).Type { Value.self }
  var value: any Hashable & Sendable { stored }
  var allowsDuplicates: Bool { (stored as? any NavigationValue)?.allowsDuplicates ?? false }

  var json: String? {
    coded.withLock { coded in
      if let coded { return coded }
      let json = RouteText.json(encoding: stored)
      coded = .some(json)
      return json
    }
  }

  func isEqual(to other: any RouteBox) -> Bool {
    // The downcast is proved by the comparison of the types before it.
    other.type == Value.self
      && stored == unsafeDowncast(other, to: TypedRouteBox<Value>.self).stored
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(Value.self))
    hasher.combine(stored)
  }
}
