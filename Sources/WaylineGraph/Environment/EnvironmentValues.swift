/// The values that views inherit from their ancestors.
///
/// A value is a short list that shares its tail with the ancestor's, so giving a subtree one more
/// value copies nothing. Source: SwiftUI's `EnvironmentValues`.
public struct EnvironmentValues {
  var head: EnvironmentEntry?
  let scope: EnvironmentScope?

  /// Values in which every key has its default.
  public init() {
    head = nil
    scope = nil
  }

  init(head: EnvironmentEntry?, scope: EnvironmentScope?) {
    self.head = head
    self.scope = scope
  }

  /// The value of a key: the nearest ancestor's, or the default.
  ///
  /// - Complexity: O(ancestors that gave a value).
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get {
      let id = ObjectIdentifier(key)
      noteRead(of: id)
      guard let entry = head?.find(id) else { return Key.defaultValue }
      // An entry under a key's identity was made by the setter below, with the key's type.
      return unsafeDowncast(entry, to: TypedEntry<Key.Value>.self).value
    }
    set {
      head = TypedEntry(key: ObjectIdentifier(key), value: newValue, next: head)
    }
  }
}

extension EnvironmentValues {
  /// Connecting a property leads to one value, which is compared then; a body that holds all values
  /// reads the key itself.
  private func noteRead(of key: ObjectIdentifier) {
    guard let scope, let reader = Evaluation.reader else { return }
    scope.source(of: key).didRead(reader.phase == .linking ? .check : .body)
  }
}

extension EnvironmentValues: CustomStringConvertible {
  /// The values that ancestors gave, nearest first.
  public var description: String {
    var parts: [String] = []
    var seen: Set<ObjectIdentifier> = []
    var entry = head
    while let current = entry {
      if seen.insert(current.key).inserted { parts.append(current.text) }
      entry = current.next
    }
    return "[" + parts.joined(separator: ", ") + "]"
  }
}

/// One given value.
class EnvironmentEntry {
  let key: ObjectIdentifier
  let next: EnvironmentEntry?

  init(key: ObjectIdentifier, next: EnvironmentEntry?) {
    self.key = key
    self.next = next
  }

  // Proof: the identifier was made of the key's type, and is that type's address.
  var name: String { "\(unsafeBitCast(key, to: Any.Type.self))" }

  var text: String { name }

  func isSame(as other: EnvironmentEntry?) -> Bool { self === other }

  final func find(_ key: ObjectIdentifier) -> EnvironmentEntry? {
    var entry = self
    while entry.key != key {
      guard let next = entry.next else { return nil }
      entry = next
    }
    return entry
  }
}

private final class TypedEntry<Value>: EnvironmentEntry {
  let value: Value

  init(key: ObjectIdentifier, value: Value, next: EnvironmentEntry?) {
    self.value = value
    super.init(key: key, next: next)
  }

  override var text: String { "\(name) = \(value)" }

  override func isSame(as other: EnvironmentEntry?) -> Bool {
    guard let other = other as? TypedEntry<Value> else { return false }
    return self === other
      || InputComparison.of(Value.self, preferring: .equality).isSame(value, other.value)
  }
}
