import Synchronization
import WaylineGraph

/// What is known of the links of one type; it is found once, and then learned from use.
final class LinkForm: Sendable {
  /// The words for its cases.
  let names: LinkNames
  /// The word in front of a route whose own words do not begin with the name of a case.
  let typeWord: String?

  /// The cases that were read back as they were written, by the types of their keys.
  private let reversible = Mutex<Set<ObjectIdentifier>>([])

  /// The form of a nested container, whose names belong to the values around it.
  static let nameless = LinkForm(Never.self)

  private init(_ type: any Any.Type) {
    names = (type as? any LinkNamed.Type)?.linkNames ?? LinkNames()
    typeWord =
      LinkShape.namesItself(type) ? nil : names.typeWord ?? LinkShape.lowercasedName(of: type)
  }

  /// The form of a type.
  static func of(_ type: any Any.Type) -> LinkForm {
    let id = ObjectIdentifier(type)
    if let form = known.withLock({ $0[id] }) { return form }
    // NB: the names are the program's code, which may itself ask for a link; so no lock is held.
    let form = LinkForm(type)
    known.withLock { $0[id] = form }
    return form
  }

  private static let known = Mutex<[ObjectIdentifier: LinkForm]>([:])
}

extension LinkForm {
  /// Whether every value of a case is known to be read back as it was written.
  func isReversible(_ plainCase: LinkSink.PlainCase?) -> Bool {
    guard let plainCase else { return false }
    return reversible.withLock { $0.contains(plainCase.id) }
  }

  /// Remembers that a value of a case was read back as it was written.
  ///
  /// One value stands for all of its case only when the compiler has written the coding: then its
  /// keys have the compiler's names, and each plain value is one key.
  func noteReversible(_ plainCase: LinkSink.PlainCase?) {
    guard let plainCase, plainCase.isSynthesized else { return }
    reversible.withLock { _ = $0.insert(plainCase.id) }
  }
}

extension LinkSink {
  /// The case of an enum that was written as its name and plain values: numbers, texts, truth values.
  struct PlainCase {
    let outer: any CodingKey.Type
    let inner: any CodingKey.Type
    let name: String

    var id: ObjectIdentifier { ObjectIdentifier(inner) }

    /// Whether the types of the keys have the names that the compiler gives to its own.
    var isSynthesized: Bool {
      lastName(of: outer) == "CodingKeys"
        && lastName(of: inner) == name.prefix(1).uppercased() + name.dropFirst() + "CodingKeys"
    }

    private func lastName(of type: any Any.Type) -> String {
      _typeName(type, qualified: true).split(separator: ".").last.map(String.init) ?? ""
    }
  }
}
