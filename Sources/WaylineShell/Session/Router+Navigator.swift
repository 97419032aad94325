import WaylineNavigation
import WaylineViews

extension Router: Navigator {
  /// The nearest link of the present place.
  package var placeReport: PlaceReport {
    let link = nearestLink
    return PlaceReport(url: link?.url, words: link?.typedWords, notice: location.notice)
  }

  /// The forms of links that this scene can open.
  package var places: [String] { linkPatterns }

  /// Carries out a verb as something that the person asked for.
  package func perform(_ verb: NavigationVerb) -> NavigationAnswer {
    Self.answer(request(verb), to: verb)
  }

  /// Calls the closure with each navigation that has ended and the links before and after it.
  package func observe(_ observer: @escaping @MainActor (Transition) -> Void) {
    var before = placeReport.url
    _ = observe { [weak self] (transition: NavigationTransition) in
      let present = self?.placeReport.url
      observer(
        Transition(
          outcome: transition.outcome.word, cause: transition.cause.rawValue, from: before,
          to: present))
      before = present
    }
  }

  /// Calls the closure with each flow that has ended.
  package func observeFlows(_ observer: @escaping @MainActor (FlowReport) -> Void) {
    _ = observeFlows { (flow: EndedFlow) in observer(FlowReport(flow)) }
  }

  /// Ends the flows that wait, and the guards that still decide.
  package func end(_ ending: Ending) {
    if ending == .left { endScene(.cancelled) }
    endFlows(atEndOfInput: ending == .endOfInput)
    interrupt()
  }
}

extension DeepLink {
  /// The words as they are typed; one URL where a word holds marks that a screen does not show as they
  /// are.
  fileprivate var typedWords: [String] {
    words.allSatisfy { SafeText.line(of: $0) == $0 } ? words : [url]
  }
}

extension Router {
  private static func answer(
    _ handle: NavigationHandle, to verb: NavigationVerb
  ) -> NavigationAnswer {
    guard let outcome = handle.outcome, outcome != .pending else {
      return .undecided { answer(await handle.value, to: verb) }
    }
    return answer(outcome, to: verb)
  }

  private static func answer(
    _ outcome: NavigationOutcome, to verb: NavigationVerb
  ) -> NavigationAnswer {
    if outcome == .nothingToPop { return .refused(verb.nothingToDo) }
    let sentence = outcome.description
    guard outcome.isSuccess else { return .refused(sentence + advice(outcome)) }
    return .accepted(note: sentence.isEmpty ? nil : sentence)
  }

  /// Where a place is unknown and nothing that is near can be named, there is a list of the places.
  private static func advice(_ outcome: NavigationOutcome) -> String {
    guard case .notFound(let problem) = outcome,
      problem == NotFound(part: problem.part, kind: "place")
    else { return "" }
    return " Type help to see the places."
  }
}
