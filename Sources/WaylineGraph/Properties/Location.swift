/// Where the value behind a binding lives.
package class Location<Value> {
  package func get() -> Value { preconditionFailure("A location says where its value lives.") }
  package func set(_ value: Value) {}
  /// Whether both lead to the same place.
  package func isSame(as other: Location<Value>) -> Bool { self === other }
}

/// A value that never changes.
final class ConstantLocation<Value>: Location<Value> {
  private let value: Value

  init(_ value: Value) {
    self.value = value
  }

  override func get() -> Value { value }
}

/// A value behind a pair of functions.
final class FunctionLocation<Value>: Location<Value> {
  private let getter: () -> Value
  private let setter: (Value) -> Void

  init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    getter = get
    setter = set
  }

  override func get() -> Value { getter() }
  override func set(_ value: Value) { setter(value) }
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

  override func isSame(as other: Location<Value>) -> Bool {
    guard let other = other as? KeyPathLocation<Root, Value> else { return false }
    return keyPath == other.keyPath && root.isSame(as: other.root)
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
