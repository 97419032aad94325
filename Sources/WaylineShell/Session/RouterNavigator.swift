import WaylineNavigation

/// Lets a session ask a scene's router.
@MainActor
package final class RouterNavigator: Navigator {
  private let router: Router

  /// The navigator of a scene.
  package init(_ router: Router) {
    self.router = router
  }

  package var whereabouts: PlaceReport {
    let whereabouts = router.whereabouts
    let words = whereabouts.link?.words
    return PlaceReport(
      url: whereabouts.link?.url, words: words, notice: whereabouts.notice)
  }

  package var places: [String] { router.linkWords }

  package func asPerson(_ action: () -> Void) {
    let former = router.cause
    router.cause = .person
    action()
    router.cause = former
  }

  package func perform(_ verb: NavigationVerb) -> NavigationAnswer {
    var answer = NavigationAnswer.accepted()
    asPerson { answer = Self.answer(handle(verb), to: verb) }
    return answer
  }

  package func end(_ ending: Ending) {
    router.interrupt()
  }
}

extension RouterNavigator {
  private func handle(_ verb: NavigationVerb) -> NavigationHandle {
    switch verb {
    case .back(let count): router.back(count)
    case .forward: router.forward()
    case .home: goHome()
    case .dismiss: router.dismiss()
    case .undo: router.undo()
    case .redo: router.redo()
    case .open(let words): open(words)
    case .leave: router.leave()
    }
  }

  /// One word with a slash is a link, anything else the words of a place.
  private func open(_ words: [String]) -> NavigationHandle {
    if words.count == 1, let word = words.first, word.contains("/") { return router.open(word) }
    return router.open(words: words)
  }

  /// Ends everything above the first screen; `undo` comes back.
  private func goHome() -> NavigationHandle {
    router.navigate { state in
      for stack in state.visibleStacks { _ = state.step(.popToRoot(of: stack)) }
    }
  }

  private static func answer(_ handle: NavigationHandle, to verb: NavigationVerb)
    -> NavigationAnswer
  {
    guard let outcome = handle.outcome else {
      return .undecided { answer(await handle.value, to: verb) }
    }
    return answer(outcome, to: verb)
  }

  private static func answer(
    _ outcome: NavigationOutcome, to verb: NavigationVerb
  ) -> NavigationAnswer {
    switch outcome {
    case .completed: .accepted()
    case .duplicate, .redirected: .accepted(note: sentence(outcome, verb))
    default: .refused(sentence(outcome, verb))
    }
  }
}
