extension LinkError: CustomStringConvertible {
  /// What was not understood, and what to do about it.
  public var description: String {
    switch self {
    case .unknownName(let part, let nearest):
      part.isEmpty
        ? "The link has an empty part."
        : "There is no place '\(part)'." + Self.suggestion(nearest)
    case .missing(let label): Self.missing(label)
    case .unreadable(let part, let expected): "'\(part)' is not \(expected)."
    case .unsupported(let part): "Links cannot contain '\(part)'."
    case .leftOver(let part): "Unexpected '\(part)'."
    case .unrepresentable(let value, let why): "There is no link to '\(value)': \(why)."
    }
  }

  private static func missing(_ label: String) -> String {
    if label == "place" { return "The name of a place is missing." }
    guard label.hasPrefix("_"), let number = Int(label.dropFirst()) else {
      return "The value for '\(label)' is missing."
    }
    return "Value number \(number + 1) is missing."
  }

  private static func suggestion(_ nearest: String?) -> String {
    nearest.map { " Did you mean '\($0)'?" } ?? ""
  }
}
