import Synchronization
import WaylineGraph
import WaylineViews

/// A place with its type erased, so that one stack can hold routes of many types.
///
/// Two routes are equal when their values have the same type and are equal. A copy costs one
/// reference. A plain value, such as an `Int` given to `NavigationLink(value:)`, can be a route too;
/// only a `NavigationValue` has a link.
public struct Route: Hashable, Sendable {
  private let box: any RouteBox

  /// Creates a route from a value; a value that is a route already is used as it is.
  public init<Value: Hashable & Sendable>(_ value: Value) {
    if Value.self == Route.self, let route = value as? Route {
      self = route
    } else {
      box = TypedRouteBox(value)
    }
  }

  fileprivate init(box: any RouteBox) { self.box = box }

  /// Creates a route from a value and the saved form that it was read from.
  init(_ value: some Hashable & Sendable, json: String) {
    box = TypedRouteBox(value, json: json)
  }

  /// The value with its own type, for code that does not know it statically.
  public var value: any Hashable & Sendable { box.value }

  /// The place as the node of a link has it.
  var elementPlace: any ElementPlace { box }

  /// The value as one to compare with values of any type.
  var hashable: AnyHashable { box.hashable }

  /// The value, if it has a link and a saved form.
  public var navigationValue: (any NavigationValue)? { box.value as? any NavigationValue }

  /// The value, if it has this type.
  public func value<Value: Hashable & Sendable>(as type: Value.Type) -> Value? {
    box.type == type ? unsafeDowncast(box, to: TypedRouteBox<Value>.self).stored : nil
  }

  /// The result of a closure called with the value; nil if the value has another type.
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

  /// True if the same place may be pushed on top of itself.
  public var allowsDuplicates: Bool { box.allowsDuplicates }

  /// True if both have the same type and value.
  public static func == (left: Route, right: Route) -> Bool {
    left.box === right.box || left.box.isEqual(to: right.box)
  }

  /// Hashes the type and the value.
  public func hash(into hasher: inout Hasher) {
    box.hash(into: &hasher)
  }

  /// Feeds the value to a hasher whose results mean the same in another process.
  func hashValue(into hasher: inout ContentHasher) { box.hashValue(into: &hasher) }
}

extension Route: CustomStringConvertible {
  /// The value as Swift prints it, such as `book(id: 42)`.
  public var description: String { box.text }
}

extension Route {
  /// The command that opens the place, such as `book 42`; without one, the value as Swift prints it.
  public var spoken: String {
    func command(of value: some NavigationValue) -> String? { (try? DeepLink(value))?.command }
    return navigationValue.flatMap { command(of: $0) } ?? description
  }
}

/// The requirements on the value of a route, independent of its type.
private protocol RouteBox: ElementPlace, Sendable {
  var type: any (Hashable & Sendable).Type { get }
  var value: any Hashable & Sendable { get }
  var hashable: AnyHashable { get }
  var allowsDuplicates: Bool { get }
  var json: String? { get }
  var text: String { get }
  func isEqual(to other: any RouteBox) -> Bool
  func hash(into hasher: inout Hasher)
  func hashValue(into hasher: inout ContentHasher)
}

private final class TypedRouteBox<Value: Hashable & Sendable>: RouteBox {
  let stored: Value
  /// The saved form, made once: a deep stack is saved again after each push.
  private let coded: Mutex<String??>
  /// The value as Swift prints it, made once: a search of a program compares places often.
  private let printed = Mutex<String?>(nil)

  init(_ value: Value, json: String? = nil) {
    stored = value
    coded = Mutex(json.map { .some($0) })
  }

  var type: any (Hashable & Sendable).Type { Value.self }
  var value: any Hashable & Sendable { stored }
  var hashable: AnyHashable { AnyHashable(stored) }
  var allowsDuplicates: Bool { (stored as? any NavigationValue)?.allowsDuplicates ?? false }

  var json: String? {
    coded.withLock { coded in
      if let coded { return coded }
      let json = RouteCoding.json(encoding: stored)
      coded = .some(json)
      return json
    }
  }

  var text: String {
    printed.withLock { printed in
      if let printed { return printed }
      let text = RouteTypes.withoutAddresses(String(describing: stored))
      printed = text
      return text
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

  func hashValue(into hasher: inout ContentHasher) { hasher.combine(plain: stored) }

  @MainActor
  func open(in environment: EnvironmentScope) -> ElementReply {
    Route(box: self).follow(in: environment)
  }

  @MainActor
  func locate(in environment: EnvironmentScope) {
    environment.values.position?.router.onLink?(Route(box: self))
  }
}

/// The route types a program has declared, by the name under which they are saved.
///
/// A type enters with `.navigationDestination(for:)`, `.coordinators(for:)`, or when a value of it
/// is pushed. Links are read by the types in the order in which they came.
package struct RouteTypes: Sendable {
  /// The types in the order of their declaration.
  package private(set) var all: [any (Hashable & Sendable).Type] = []
  private var known: Set<ObjectIdentifier> = []

  /// Creates an empty table.
  package init() {}

  /// Creates a table of the given types.
  package init(_ types: [any (Hashable & Sendable).Type]) {
    for type in types { insert(type) }
  }

  /// Declares a type; a type already known keeps its place.
  package mutating func insert(_ type: any (Hashable & Sendable).Type) {
    guard known.insert(ObjectIdentifier(type)).inserted else { return }
    all.append(type)
  }

  /// True if the type is declared.
  package func contains(_ type: any (Hashable & Sendable).Type) -> Bool {
    known.contains(ObjectIdentifier(type))
  }

  /// The declared types with this saved name, now or formerly; more than one when modules clash.
  package func types(named name: String) -> [any (Hashable & Sendable).Type] {
    all.filter { Self.name(of: $0) == name || LinkNames.of($0).formerTypeNames.contains(name) }
  }

  /// The name under which a type is saved: without its module, so that code can move.
  package static func name(of type: any (Hashable & Sendable).Type) -> String {
    let id = ObjectIdentifier(type)
    if let name = names.withLock({ $0[id] }) { return name }
    let name = withoutAddresses(_typeName(type, qualified: false))
    names.withLock { $0[id] = name }
    return name
  }

  /// A text without the addresses with which Swift prints private types.
  ///
  /// `(unknown context at $55f489d8647c).Shelf` becomes `Shelf`, which is the same in each process.
  fileprivate static func withoutAddresses(_ text: String) -> String {
    let mark = "(unknown context at $"
    var (rest, clean) = (text[...], "")
    while let start = rest.firstRange(of: mark),
      let end = rest[start.upperBound...].firstRange(of: ").")
    {
      clean += rest[..<start.lowerBound]
      rest = rest[end.upperBound...]
    }
    return clean + rest
  }

  private static let names = Mutex<[ObjectIdentifier: String]>([:])
}
