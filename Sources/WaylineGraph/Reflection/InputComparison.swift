import Glibc
import Synchronization

/// How two values of one type are compared before a body runs, learned once per type.
///
/// The rule is SwiftUI's: equal bytes are equal; otherwise a type without references is compared
/// field by field, an `Equatable` type by `==`, another struct or tuple field by field, and
/// anything else counts as changed. A closure is therefore equal only to itself.
// Proof: constant after `init`; the closures capture types only.
package final class InputComparison: @unchecked Sendable {
  private enum Rule {
    case bytesOnly
    case equatable((UnsafeRawPointer, UnsafeRawPointer) -> Bool)
    case fields([(offset: Int, comparison: InputComparison)])
    case property((UnsafeRawPointer, UnsafeRawPointer) -> Bool)
  }

  private let size: Int
  private let rule: Rule

  private init(size: Int, rule: Rule) {
    self.size = size
    self.rule = rule
  }

  /// Whether two values may be taken for the same.
  ///
  /// - Complexity: O(size) when the bytes agree, otherwise that of `==` or of the fields.
  package func isSame<Value>(_ old: Value, _ new: Value) -> Bool {
    withUnsafePointer(to: old) { old in
      withUnsafePointer(to: new) { new in isSame(UnsafeRawPointer(old), UnsafeRawPointer(new)) }
    }
  }

  private func isSame(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    if case .property(let compare) = rule { return compare(old, new) }
    if hasEqualBytes(old, new) { return true }
    switch rule {
    case .bytesOnly: return false
    case .equatable(let compare), .property(let compare): return compare(old, new)
    case .fields(let fields):
      return fields.allSatisfy { $0.comparison.isSame(old + $0.offset, new + $0.offset) }
    }
  }

  private func hasEqualBytes(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    memcmp(old, new, size) == 0
  }
}

extension InputComparison {
  private static let known = Mutex<[ObjectIdentifier: InputComparison]>([:])

  /// The comparison for a type, made at the first call.
  ///
  /// - Complexity: one locked look-up after the first call for the type.
  package static func of<Value>(_ type: Value.Type) -> InputComparison {
    if let found = known.withLock({ $0[ObjectIdentifier(type)] }) { return found }
    let made = InputComparison(size: MemoryLayout<Value>.size, rule: rule(for: type))
    known.withLock { $0[ObjectIdentifier(type)] = made }
    return made
  }

  private static func ofField(_ type: any Any.Type) -> InputComparison {
    func open<Value>(_ type: Value.Type) -> InputComparison { of(type) }
    return _openExistential(type, do: open)
  }

  private static func rule<Value>(for type: Value.Type) -> Rule {
    if let property = type as? any LinkedProperty.Type { return linkedRule(property) }
    if !_isPOD(type), let equatable = type as? any Equatable.Type { return equalRule(equatable) }
    let fields = type is AnyClass ? [] : Field.all(of: type)
    guard !fields.isEmpty else { return .bytesOnly }
    return .fields(fields.map { ($0.offset, ofField($0.type)) })
  }

  private static func equalRule<Value: Equatable>(_: Value.Type) -> Rule {
    .equatable { old, new in
      old.assumingMemoryBound(to: Value.self).pointee
        == new.assumingMemoryBound(to: Value.self).pointee
    }
  }

  private static func linkedRule<Property: LinkedProperty>(_: Property.Type) -> Rule {
    .property { old, new in
      old.assumingMemoryBound(to: Property.self).pointee
        .isSameInput(as: new.assumingMemoryBound(to: Property.self).pointee)
    }
  }
}
