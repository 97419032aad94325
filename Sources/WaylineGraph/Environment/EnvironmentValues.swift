import Synchronization

/// A key of the environment, with its default value.
///
/// ```swift
/// enum CurrencyKey: EnvironmentKey {
///   static var defaultValue: String { "EUR" }
/// }
/// ```
///
/// Source: SwiftUI's `EnvironmentKey`.
public protocol EnvironmentKey {
  associatedtype Value
  /// The value where no ancestor gave one.
  static var defaultValue: Value { get }
}

/// The key of an object that is given by its type.
package enum ObjectKey<Object: AnyObject>: EnvironmentKey {
  /// Nothing, where no ancestor gave one.
  package static var defaultValue: Object? { nil }
}

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
      return unsafeDowncast(entry, to: TypedEntry<Key>.self).value
    }
    set {
      if Self.hasPins.load(ordering: .relaxed), head?.isPinned(ObjectIdentifier(key)) == true {
        return
      }
      head = TypedEntry<Key>(newValue, next: head)
    }
  }
}

extension EnvironmentValues {
  /// True once a value was pinned: otherwise no write has to look for one.
  private static let hasPins = Atomic<Bool>(false)

  /// Makes changes that no view below replaces, for a test of a program that sets the same values itself.
  package mutating func pin(_ change: (inout Self) -> Void) {
    Self.hasPins.store(true, ordering: .relaxed)
    let outer = head
    change(&self)
    head = pinned(head, above: outer)
  }

  /// The entries above another one, as entries that no view below replaces.
  private func pinned(
    _ entry: EnvironmentEntry?, above outer: EnvironmentEntry?
  ) -> EnvironmentEntry? {
    guard let entry, entry !== outer else { return outer }
    return entry.pinned(before: pinned(entry.next, above: outer))
  }

  /// Connecting a property leads to one value, which is compared then; a body that holds all values
  /// reads the key itself.
  private func noteRead(of key: ObjectIdentifier) {
    guard let scope, let reader = Evaluation.reader else { return }
    scope.source(of: key).didRead(reader.phase == .linking ? .check : .body)
  }
}

extension EnvironmentValues: CustomStringConvertible {
  // The words are SwiftUI's, which programs have come to compare.
  /// The given values, nearest first; a newer value of a key precedes the older one.
  public var description: String {
    var parts: [String] = []
    var entry = head
    while let current = entry {
      parts.append(current.text)
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

  var text: String { "" }

  /// True if no view below gives another value; not stored, since a program has very many entries.
  var isPinned: Bool { false }

  /// An entry of the same value that no view below replaces.
  func pinned(before next: EnvironmentEntry?) -> EnvironmentEntry { self }

  /// True if it gives the same value for the same key.
  func isSame(as other: EnvironmentEntry) -> Bool { self === other }

  final func find(_ key: ObjectIdentifier) -> EnvironmentEntry? {
    // NB: not a loop, which would retain and release each entry that it passes.
    self.key == key ? self : next?.find(key)
  }
}

extension EnvironmentEntry {
  fileprivate func isPinned(_ key: ObjectIdentifier) -> Bool { find(key)?.isPinned ?? false }
}

private class TypedEntry<Key: EnvironmentKey>: EnvironmentEntry {
  final let value: Key.Value

  init(_ value: Key.Value, next: EnvironmentEntry?) {
    self.value = value
    super.init(key: ObjectIdentifier(Key.self), next: next)
  }

  override var text: String { "EnvironmentPropertyKey<\(Key.self)> = \(value)" }

  override func isSame(as other: EnvironmentEntry) -> Bool {
    guard self !== other else { return true }
    guard key == other.key else { return false }
    // An entry under a key's identity was made by the setter above, with the key's type.
    let other = unsafeDowncast(other, to: TypedEntry<Key>.self)
    return InputComparison.of(Key.Value.self, preferring: .equality).isSame(value, other.value)
  }

  override func pinned(before next: EnvironmentEntry?) -> EnvironmentEntry {
    PinnedEntry<Key>(value, next: next)
  }
}

/// A given value that no view below replaces.
private final class PinnedEntry<Key: EnvironmentKey>: TypedEntry<Key> {
  override var isPinned: Bool { true }
}
