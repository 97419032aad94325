import WaylineGraph

/// A setting that outlives the process; writing it runs the bodies that read it.
///
/// All wrappers of one key in one store share one value. The default is shown while nothing is
/// stored, and is never written. A refused write keeps the old value, is told by the store's events,
/// and stands in ``error``. In a view the store is the environment's; anywhere else, such as in a
/// function or a test, the wrapper reads and writes the store directly. Source: SwiftUI's
/// `AppStorage`.
///
/// ```swift
/// @AppStorage("copies") var copies = 1
/// @AppStorage(\.showsOverdue) var showsOverdue
/// @AppStorage("theme", store: store) var theme: Theme?
/// ```
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
  private var property: StoredProperty<Value>

  init(
    _ name: String, _ defaultValue: Value, _ store: (any PersistentStore)?,
    _ codec: @escaping () -> Codec<Value>
  ) {
    property = StoredProperty(
      name, .settings, defaultValue: defaultValue, store: store, codec: codec)
  }

  /// The stored value, or the default.
  public var wrappedValue: Value {
    get { property.value }
    nonmutating set { property.value = newValue }
  }

  /// A binding to the value.
  public var projectedValue: Binding<Value> { property.binding }

  /// Why the last write of the key was refused; nil if it was not.
  public var error: StoreError? { property.error }
}

extension AppStorage: LinkedProperty {
  /// Joins the node of the view, before each run of its body.
  package mutating func link(_ slot: inout AnyObject?, in node: Node) {
    property.link(&slot, in: node)
  }

  /// Whether a parent that passes this one passes the same input.
  package func isSameInput(as other: Self) -> Bool {
    property.isSameInput(as: other.property)
  }
}

// Proof: the live value guards itself with a lock; the rest is constant.
extension AppStorage: @unchecked Sendable where Value: Sendable {}
