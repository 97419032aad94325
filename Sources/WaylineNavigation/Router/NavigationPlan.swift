import WaylineGraph

/// A navigation on its way from the wish to the commit: what it would change, and who is asked.
@MainActor
final class NavigationPlan {
  /// More redirects in a row than this are a circle.
  static let redirectLimit = 8

  let request: Router.Request
  /// Where the scene is while the guards are asked.
  let from: NavigationState
  /// Where it will be.
  var next: NavigationState
  /// Where guards have sent the person on the way.
  var redirects: [Route] = []
  /// Where the person was going when a guard asked to go on there later.
  var intent: PendingIntent?
  /// The guards that have not been asked.
  var questions: [GuardQuestion] = []
  /// The screens whose leave guards have been asked.
  var asked: Set<GuardQuestion.Identity> = []

  /// Whether it has been committed.
  var hasBegun = false

  let start = ContinuousClock.now
  var token: PendingWork.Token?

  init(_ request: Router.Request, from: NavigationState) {
    self.request = request
    self.from = from
    next = from
  }

  /// How it ends when every guard allows it.
  var outcome: NavigationOutcome { redirects.last.map { .redirected(to: $0) } ?? .completed }

  /// Collects the guards of a change: from the top-most screen that ends to the last that begins.
  ///
  /// A leave guard that was asked before a redirect is not asked again.
  func ask(_ guards: [GuardJoint]) {
    let change = NavigationChange(from: from, to: next)
    questions = change.left.flatMap { entry in
      guards.map { GuardQuestion(guardian: $0, entry: entry, isLeaving: true) }
    }
    questions += change.entered.flatMap { entry in
      guards.map { GuardQuestion(guardian: $0, entry: entry, isLeaving: false) }
    }
    questions.removeAll { asked.contains($0.identity) }
  }

  /// The answer of the next guard that has one.
  func nextAnswer() -> GuardAnswer? {
    while !questions.isEmpty {
      let question = questions.removeFirst()
      if question.isLeaving { asked.insert(question.identity) }
      if let answer = question.answer() { return answer }
    }
    return nil
  }
}

/// One guard and one screen that it may have a say in.
@MainActor
struct GuardQuestion {
  let guardian: GuardJoint
  let entry: NavigationEntry
  let isLeaving: Bool

  /// Which guard is asked about which visit.
  struct Identity: Hashable {
    let guardian: ObjectIdentifier
    let entry: NavigationEntry.ID
    let isLeaving: Bool
  }

  var identity: Identity {
    Identity(guardian: ObjectIdentifier(guardian), entry: entry.id, isLeaving: isLeaving)
  }

  func answer() -> GuardAnswer? {
    isLeaving ? guardian.answer(toLeaving: entry) : guardian.answer(to: entry)
  }
}
