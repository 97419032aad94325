import WaylineNavigation

extension Router: Navigator {
  package var url: String? { nearestLink?.url }

  package var words: [String]? { nearestLink?.words }

  package var caveat: String? { whereabouts.notice }

  package var places: [String] { linkWords }

  package func perform(_ verb: NavigationVerb) -> NavigationAnswer {
    let before = cause
    cause = .person
    defer { cause = before }
    guard let handle = handle(of: verb) else { return .accepted }
    return answer(handle)
  }

  /// Flows end with the views that hold them.
  package func end(_ ending: Ending) {}

  private func handle(of verb: NavigationVerb) -> NavigationHandle? {
    switch verb {
    case .back(let count): back(count)
    case .forward: forward()
    case .home: popToRoot()
    case .dismiss: dismiss()
    case .undo: undo()
    case .redo: redo()
    case .open(let words): open(typed: words)
    case .leave: nil
    }
  }

  /// A word that begins with a slash, or holds a scheme, is a URL; anything else is a command.
  private func open(typed words: [String]) -> NavigationHandle {
    guard words.count == 1, words[0].hasPrefix("/") || words[0].contains("://") else {
      return open(words: words)
    }
    return open(words[0])
  }

  private func answer(_ handle: NavigationHandle) -> NavigationAnswer {
    guard let outcome = handle.outcome, outcome != .pending else {
      return .undecided { Self.answer(await handle.value) }
    }
    return Self.answer(outcome)
  }

  private static func answer(_ outcome: NavigationOutcome) -> NavigationAnswer {
    outcome.isSuccess ? .accepted : .refused(outcome.description)
  }

  /// The link of this place, or of the nearest one below that has a link.
  private var nearestLink: DeepLink? {
    let whereabouts = whereabouts
    if let link = whereabouts.link { return link }
    return whereabouts.places.reversed().lazy
      .compactMap { $0.navigationValue }
      .compactMap { try? DeepLink($0) }.first
  }
}
