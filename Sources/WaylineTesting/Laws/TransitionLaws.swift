import Wayline

/// The laws about navigations and flows, checked while they run: it observes one router.
///
/// A redirect that leads back to the place it came from asks its guard again; one that does so without
/// end is no finding, since its outcome is a circle, which the screen explains. A screen that calls
/// `finish` twice loses the second result, and a flow that is reported twice would run the code
/// behind it twice.
@MainActor
final class TransitionLaws {
  private weak var router: Router?
  private var lateResults: Int
  private var endedFlows: Set<NavigationEntry.ID> = []
  private var findings: [LawFinding] = []

  init(of router: Router) {
    self.router = router
    lateResults = router.lateResults
    _ = router.observe { [weak self] in self?.check($0) }
    _ = router.observeFlows { [weak self] in self?.check($0) }
  }

  /// Returns the findings since the last call.
  func takeFindings() -> [LawFinding] {
    defer { findings = [] }
    guard let router, router.lateResults > lateResults else { return findings }
    lateResults = router.lateResults
    return findings + [
      LawFinding(
        law: .flowEndsOnce,
        message: "A screen called finish after its flow had ended; the result was ignored. Call it "
          + "once.", cause: "finish")
    ]
  }

  private func check(_ transition: NavigationTransition) {
    if case .redirectCycle = transition.outcome { return }
    for route in transition.repeatedQuestions {
      findings.append(
        LawFinding(
          law: .guardOnce,
          message:
            "The guard of '\(route)' was evaluated twice in one navigation. Do not redirect to a "
            + "place that leads back to it.",
          cause:
            "\(transition.repeatedQuestions.map { ExploredScreen.caseName(of: $0) ?? "\($0)" })"))
    }
  }

  private func check(_ flow: EndedFlow) {
    guard let entry = flow.entry, !endedFlows.insert(entry).inserted else { return }
    findings.append(
      LawFinding(
        law: .flowEndsOnce, message: "The end of a flow was reported twice.",
        cause: flow.place.map { ExploredScreen.caseName(of: $0) ?? "\($0)" } ?? "flow"))
  }
}
