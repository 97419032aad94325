extension NavigationOutcome: CustomStringConvertible {
  /// The sentence for the person; empty when the scene is where it was asked to be.
  public var description: String {
    switch self {
    case .completed: ""
    case .pending: "A guard has not decided yet."
    case .duplicate: "You are there already."
    case .blocked(let reason): reason
    case .redirected(let route): "\(Self.phrase(route)) first."
    case .redirectCycle(let routes):
      "This leads round in a circle: "
        + routes.map { "'\($0.spoken)'" }.joined(separator: " → ") + "."
    case .superseded(let route): Self.superseded(by: route)
    case .interrupted: "The program ended before this was decided."
    case .nothingToPop: "There is nothing to go back to."
    case .notFound(let problem): problem.description
    case .unhandled: "No screen handles this."
    }
  }

  /// The last word of a place as people write it: `Log in` for `desk logIn`.
  private static func phrase(_ route: Route) -> String {
    let name = route.spoken.split(separator: " ").last ?? ""
    let words = name.reduce(into: "") { text, letter in
      if letter.isUppercase { text += " " }
      text += letter.lowercased()
    }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private static func superseded(by route: Route?) -> String {
    route.map { "You went to '\($0.spoken)' instead." } ?? "Another navigation replaced this one."
  }

  /// Whether what was asked for was done, here or by way of another place.
  public var isSuccess: Bool {
    switch self {
    case .completed, .duplicate, .redirected: true
    default: false
    }
  }
}
