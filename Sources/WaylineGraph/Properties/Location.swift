/// The storage of a property in a node.
package class NodeSlot {
  /// The present value as text, for dumps.
  package var text: String { "" }

  /// The source that identifies changes of the value, for dumps.
  package var source: Source? { nil }

  /// The present value, for a snapshot of a scene; nil if another object holds the value.
  var captured: Any? { nil }

  /// Writes a captured value back; a value of another type is ignored.
  func restore(_ value: Any) {}

  /// Feeds the present value to a hasher, by its content.
  func hash(into hasher: inout ContentHasher) {}
}

/// The storage behind a binding.
package class Location<Value>: NodeSlot {
  /// The present value.
  package func get() -> Value { preconditionFailure("A location must override get().") }
  /// Gives another value.
  package func set(_ value: Value) {}
  /// True if both lead to the same place.
  package func isSame(as other: Location<Value>) -> Bool { self === other }
  /// Hides the value in dumps from now on, since a secret is read from it or written to it.
  package func hide() {}
}

/// A value that never changes.
final class ConstantLocation<Value>: Location<Value> {
  private let value: Value

  init(_ value: Value) {
    self.value = value
  }

  override func get() -> Value { value }

  override func isSame(as other: Location<Value>) -> Bool {
    guard let other = other as? ConstantLocation<Value> else { return false }
    return InputComparison.of(Value.self, preferring: .equality).isSame(value, other.value)
  }
}

/// A value behind a pair of functions.
final class FunctionLocation<Value>: Location<Value> {
  // One value, so that comparing looks at the functions as they are stored.
  private struct Functions {
    let get: () -> Value
    let set: (Value) -> Void
  }

  private let functions: Functions

  init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    functions = Functions(get: get, set: set)
  }

  override func get() -> Value { functions.get() }
  override func set(_ value: Value) { functions.set(value) }

  override func isSame(as other: Location<Value>) -> Bool {
    if self === other { return true }
    guard let other = other as? FunctionLocation<Value> else { return false }
    return InputComparison.of(Functions.self).isSame(functions, other.functions)
  }
}

/// A part of the value at another location.
final class KeyPathLocation<Root, Value>: Location<Value> {
  private let root: Location<Root>
  private let keyPath: WritableKeyPath<Root, Value>

  init(_ root: Location<Root>, _ keyPath: WritableKeyPath<Root, Value>) {
    self.root = root
    self.keyPath = keyPath
  }

  override func get() -> Value { root.get()[keyPath: keyPath] }

  override func set(_ value: Value) {
    var whole = root.get()
    whole[keyPath: keyPath] = value
    root.set(whole)
  }

  override func hide() { root.hide() }

  override func isSame(as other: Location<Value>) -> Bool {
    guard let other = other as? KeyPathLocation<Root, Value> else { return false }
    return keyPath == other.keyPath && root.isSame(as: other.root)
  }
}

/// An element of the collection at another location.
final class ElementLocation<Root: MutableCollection>: Location<Root.Element> {
  private let root: Location<Root>
  private let index: Root.Index

  init(_ root: Location<Root>, _ index: Root.Index) {
    self.root = root
    self.index = index
  }

  override func get() -> Root.Element { root.get()[index] }

  override func set(_ value: Root.Element) {
    var whole = root.get()
    whole[index] = value
    root.set(whole)
  }

  override func hide() { root.hide() }

  override func isSame(as other: Location<Root.Element>) -> Bool {
    guard let other = other as? ElementLocation<Root> else { return false }
    return index == other.index && root.isSame(as: other.root)
  }
}

/// A property of an object.
final class ObjectLocation<Root: AnyObject, Value>: Location<Value> {
  private let root: Root
  private let keyPath: ReferenceWritableKeyPath<Root, Value>

  init(_ root: Root, _ keyPath: ReferenceWritableKeyPath<Root, Value>) {
    self.root = root
    self.keyPath = keyPath
  }

  override func get() -> Value { root[keyPath: keyPath] }
  override func set(_ value: Value) { root[keyPath: keyPath] = value }

  override func isSame(as other: Location<Value>) -> Bool {
    guard let other = other as? ObjectLocation<Root, Value> else { return false }
    return root === other.root && keyPath == other.keyPath
  }
}
