/// Why a link could not be made or read, with the part that stood in the way.
public enum LinkError: Error, Hashable, Sendable {
  /// No case, or no type, has this name.
  case unknownName(part: String, nearest: String?)
  /// The words end before the value of this label.
  case missing(label: String)
  /// A word is not what its value needs.
  case unreadable(part: String, expected: String)
  /// Links have no such part: a query or a fragment.
  case unsupported(part: String)
  /// There are more words than values.
  case leftOver(part: String)
  /// The value has no words that would give it again.
  case unrepresentable(value: String, why: String)
}

extension LinkError {
  /// The part that was not understood, and what comes nearest to it.
  public var notFound: NotFound {
    switch self {
    case .unknownName(let part, let nearest) where !part.isEmpty:
      NotFound(part: part, kind: "place", nearest: nearest)
    case .unknownName(let part, _), .missing(let part), .unreadable(let part, _),
      .unsupported(let part), .leftOver(let part),
      .unrepresentable(let part, _):
      NotFound(part: part, explanation: description)
    }
  }
}
