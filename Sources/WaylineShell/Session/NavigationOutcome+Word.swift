import WaylineNavigation

extension NavigationOutcome {
  /// The outcome without what belongs to it, for programs.
  var word: String {
    switch self {
    case .completed: "completed"
    case .pending: "pending"
    case .duplicate: "duplicate"
    case .blocked: "blocked"
    case .redirected: "redirected"
    case .redirectCycle: "redirect-cycle"
    case .superseded: "superseded"
    case .interrupted: "interrupted"
    case .nothingToPop: "nothing-to-pop"
    case .notFound: "not-found"
    case .unhandled: "unhandled"
    }
  }
}
