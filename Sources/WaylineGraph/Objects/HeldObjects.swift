import Observation
import Synchronization

/// The objects that announce their changes and that a subject holds without a property wrapper, such as a model in a `let`.
///
/// They are the state of a program as much as those in `@State` are. An object that announces nothing, such as a log or a
/// client, is none: a program is another one at each command where it counts what it has done.
final class HeldObjects: Sendable {
  private let fields: [Field]
  /// True if there are none.
  var isEmpty: Bool { fields.isEmpty }

  /// Finds the variables of a type that may hold such objects.
  init(of type: any Any.Type) {
    fields = Field.all(of: type).filter { $0.isStrong && Announcing.isPossible(in: $0.type) }
  }

  /// Calls a closure with each object that a value holds, and the name of the variable.
  func forEach(in address: UnsafeRawPointer, _ body: (String, AnyObject) -> Void) {
    for field in fields {
      func visit<Value>(_ type: Value.Type) {
        let value = (address + field.offset).assumingMemoryBound(to: Value.self).pointee
        ContentHasher.visitObjects(of: value) { object in
          if Announcing.contains(Swift.type(of: object)) { body(field.name, object) }
          return false
        }
      }
      visit(field.type)
    }
  }
}

/// The types whose objects announce their changes.
enum Announcing {
  private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

  /// True for a class whose objects announce their changes, and an optional of it.
  static func contains(_ type: any Any.Type) -> Bool {
    switch MetadataKind(of: type) {
    case .object: type is any ObservableObject.Type || type is any Observable.Type
    case .optional:
      (type as? any ContentCollection.Type)?.elements.allSatisfy(contains) ?? false
    case .structure, .tuple, .enumeration, .other: false
    }
  }

  /// True if a value of a type may hold such an object where no property wrapper has it.
  static func isPossible(in type: any Any.Type) -> Bool {
    let id = ObjectIdentifier(type)
    if let known = known.withLock({ $0[id] }) { return known }
    // A type inside itself is looked at rather once too often.
    known.withLock { $0[id] = true }
    let answer = decide(type)
    known.withLock { $0[id] = answer }
    return answer
  }

  private static func decide(_ type: any Any.Type) -> Bool {
    if let collection = type as? any ContentCollection.Type {
      return collection.elements.contains(where: isPossible)
    }
    switch MetadataKind(of: type) {
    case .object: return contains(type)
    case .structure:
      return PropertyTypes.dynamic(type) == nil && Field.all(of: type).contains(where: isPossible)
    case .tuple: return Field.all(of: type).contains(where: isPossible)
    case .enumeration, .optional: return EnumCases.payloads(of: type).contains(where: isPossible)
    case .other: return MetadataKind.isExistential(type)
    }
  }

  private static func isPossible(in field: Field) -> Bool {
    field.isStrong && isPossible(in: field.type)
  }
}
