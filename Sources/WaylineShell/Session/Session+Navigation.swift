import WaylineNavigation

extension Session {
  /// Asks the navigator, and tells what it did not do.
  func navigate(_ verb: NavigationVerb) {
    guard let navigator else { return withoutNavigator(verb) }
    follow(navigator.perform(verb), verb)
  }

  private func withoutNavigator(_ verb: NavigationVerb) {
    if verb == .leave { take(.left) } else { refuse("This program has no places to go to.") }
  }

  private func follow(_ answer: NavigationAnswer, _ verb: NavigationVerb) {
    switch answer {
    case .accepted(let note):
      if let note { frame.messages.append(.note(note)) }
      if verb == .leave { take(.left) }
    case .refused(let sentence): refuse(sentence)
    case .undecided(let decision): awaitDecision(decision, verb)
    }
  }

  /// Lines can be typed meanwhile: another navigation takes the place of this one.
  private func awaitDecision(
    _ decision: @escaping @MainActor @Sendable () async -> NavigationAnswer, _ verb: NavigationVerb
  ) {
    let token = host.graph.pending.begin("a guard")
    Task { @MainActor [weak self, pending = host.graph.pending] in
      let answer = await decision()
      self?.answering { if self?.ending == nil { self?.follow(answer, verb) } }
      pending.end(token)
      self?.onProgress()
    }
  }
}
