extension NavigationOutcome: CustomStringConvertible {
  /// The sentence for the person; empty when the scene is where it was asked to be.
  public var description: String {
    switch self {
    case .completed: ""
    case .pending: "This is still being decided."
    case .duplicate: "You are there already."
    case .blocked(let reason): reason
    case .redirected(let route): "You were sent to '\(route.spoken)' instead."
    case .redirectCycle(let routes):
      "This leads round in a circle: "
        + routes.map { "'\($0.spoken)'" }.joined(separator: " → ") + "."
    case .superseded(let route): Self.superseded(by: route)
    case .interrupted: "The program ended before this was decided."
    case .nothingToPop: "There is nothing to go back to."
    case .notFound(let problem): problem.description
    case .unhandled: "Nobody answered for this."
    }
  }

  private static func superseded(by route: Route?) -> String {
    route.map { "You went to '\($0.spoken)' instead." } ?? "You went elsewhere instead."
  }

  /// Whether what was asked for was done, here or by way of another place.
  public var isSuccess: Bool {
    switch self {
    case .completed, .duplicate, .redirected: true
    default: false
    }
  }
}
