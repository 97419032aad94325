import WaylineNavigation

extension RouterNavigator {
  /// What a person is told about how a verb ended.
  static func sentence(_ outcome: NavigationOutcome, _ verb: NavigationVerb) -> String {
    switch outcome {
    case .completed: ""
    case .pending: "This is still being decided."
    case .duplicate: "You are there already."
    case .blocked(let reason): reason
    case .redirected(let route): "You were sent to '\(route)' instead."
    case .redirectCycle(let routes):
      "This leads round in a circle: \(routes.map { "'\($0)'" }.joined(separator: " → "))."
    case .superseded: "You went elsewhere instead."
    case .interrupted: "The program ended before this was decided."
    case .nothingToPop: nothing(verb)
    case .notFound(let missing): notFound(missing)
    case .unhandled: "Nobody answered for this."
    }
  }

  private static func nothing(_ verb: NavigationVerb) -> String {
    switch verb {
    case .forward: "There is nothing to go forward to."
    case .undo: "There is nothing to undo."
    case .redo: "There is nothing to redo."
    case .dismiss: "There is nothing to close."
    default: "There is nothing to go back to."
    }
  }

  private static func notFound(_ missing: NotFound) -> String {
    let nearest = missing.nearest.map { " Nearest: '\($0)'." } ?? ""
    return "There is no \(missing.kind) '\(missing.part)'." + nearest
  }
}
