import Synchronization

/// The storage of a property in a node.
@usableFromInline
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
  /// True if both lead to the same place. A view that is passed the same place does not run, so
  /// ``get()`` must register each read that a change of the value is not announced for otherwise.
  package func isSame(as other: Location<Value>) -> Bool { self === other }
  /// The location of the element with the present identity; the same one where it is no element.
  func following<ID: Hashable>(_ id: @escaping (Value) -> ID) -> Location<Value> { self }
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
///
/// Two are never the same. The functions may read what no source announces, such as a property of an
/// observable object, and functions that capture one object, or nothing, are equal whenever they are
/// made. A view that is passed such a pair therefore runs with its parent, as in SwiftUI.
final class FunctionLocation<Value>: Location<Value> {
  private let read: () -> Value
  private let write: (Value) -> Void

  init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    (read, write) = (get, set)
  }

  override func get() -> Value { read() }
  override func set(_ value: Value) { write(value) }
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

/// The element at a position of the collection at another location.
///
/// Where the position does not exist any more, the last value that was read there is returned and
/// writes have no effect: a view that leaves may still use the binding that it was given.
final class ElementLocation<Root: MutableCollection>: Location<Root.Element> {
  private let root: Location<Root>
  private let index: Root.Index
  private let last = LastValue<Root.Element?>(nil)

  init(_ root: Location<Root>, _ index: Root.Index) {
    self.root = root
    self.index = index
  }

  override func get() -> Root.Element {
    let whole = root.get()
    if !whole.has(index), let last = last.value { return last }
    let value = whole[index]
    last.value = value
    return value
  }

  override func set(_ value: Root.Element) {
    var whole = root.get()
    guard whole.has(index) else { return }
    whole[index] = value
    root.set(whole)
  }

  override func hide() { root.hide() }

  override func isSame(as other: Location<Root.Element>) -> Bool {
    guard let other = other as? ElementLocation<Root> else { return false }
    return index == other.index && root.isSame(as: other.root)
  }

  override func following<ID: Hashable>(
    _ id: @escaping (Root.Element) -> ID
  ) -> Location<Root.Element> {
    RowLocation(root, index, get(), id)
  }
}

/// The element with an identity in the collection at another location: that of a row.
///
/// Where there is no such element any more, its last value is returned and writes have no effect.
final class RowLocation<Root: MutableCollection, ID: Hashable>: Location<Root.Element> {
  private let root: Location<Root>
  private let index: Root.Index
  private let id: (Root.Element) -> ID
  private let last: LastValue<(element: Root.Element, id: ID)>

  init(
    _ root: Location<Root>, _ index: Root.Index, _ element: Root.Element,
    _ id: @escaping (Root.Element) -> ID
  ) {
    self.root = root
    self.index = index
    self.id = id
    last = LastValue((element, id(element)))
  }

  /// - Complexity: O(1) while the element has its position, otherwise O(elements).
  override func get() -> Root.Element {
    let (whole, known) = (root.get(), last.value)
    guard let place = place(of: known.id, in: whole) else { return known.element }
    let element = whole[place]
    last.value = (element, known.id)
    return element
  }

  override func set(_ value: Root.Element) {
    var whole = root.get()
    guard let place = place(of: last.value.id, in: whole) else { return }
    whole[place] = value
    root.set(whole)
    // The write may have given the element another identity.
    last.value = (value, id(value))
  }

  private func place(of id: ID, in whole: Root) -> Root.Index? {
    if whole.has(index), self.id(whole[index]) == id { return index }
    return whole.firstIndex { self.id($0) == id }
  }

  override func hide() { root.hide() }

  override func isSame(as other: Location<Root.Element>) -> Bool {
    guard let other = other as? RowLocation<Root, ID> else { return false }
    return index == other.index && last.value.id == other.last.value.id
      && root.isSame(as: other.root)
  }
}

extension Collection {
  /// True if there is an element at a position.
  fileprivate func has(_ index: Index) -> Bool { index >= startIndex && index < endIndex }
}

// Proof: the value is read and replaced under the lock.
/// The value that was read last, on any thread.
private final class LastValue<Value>: @unchecked Sendable {
  private let lock = Mutex<Void>(())
  private var stored: Value

  init(_ value: Value) {
    stored = value
  }

  var value: Value {
    get { lock.withLock { _ in stored } }
    set {
      // NB: the former value ends outside the lock: its end may run code of the program.
      var value = newValue
      lock.withLock { _ in swap(&stored, &value) }
    }
  }
}

/// A property of an object.
final class ObjectLocation<Root: AnyObject, Value>: Location<Value> {
  private let root: Root
  private let keyPath: ReferenceWritableKeyPath<Root, Value>
  /// The source that announces the changes of the object; nil where Observation does.
  private let changes: Source?

  init(_ root: Root, _ keyPath: ReferenceWritableKeyPath<Root, Value>, changes: Source? = nil) {
    self.root = root
    self.keyPath = keyPath
    self.changes = changes
  }

  override func get() -> Value {
    changes?.didRead()
    return root[keyPath: keyPath]
  }

  override func set(_ value: Value) { root[keyPath: keyPath] = value }

  override func isSame(as other: Location<Value>) -> Bool {
    guard let other = other as? ObjectLocation<Root, Value> else { return false }
    return root === other.root && keyPath == other.keyPath
  }
}
