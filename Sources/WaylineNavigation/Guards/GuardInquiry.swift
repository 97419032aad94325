import WaylineGraph

/// The guards that one navigation asks, and the places to which they have redirected so far.
///
/// Leave guards come first, from the topmost screen that ends or is left, then the enter guards to
/// the last screen that begins. A navigation without guards has no inquiry.
@MainActor
struct GuardInquiry {
  /// The greatest number of redirects in a row; more are a circle.
  static let redirectLimit = 8

  /// One guard, and one screen that it may decide about.
  struct Question {
    let guardian: GuardRegistration
    let entry: NavigationEntry
    let isLeaving: Bool
  }

  /// A guard and a screen that it was asked to leave.
  private struct Leaving: Hashable {
    let guardian: ObjectIdentifier
    let entry: NavigationEntry.ID
  }

  /// A guard and a place that it was asked about.
  private struct Place: Hashable {
    let guardian: ObjectIdentifier
    let route: Route
  }

  /// The places to which guards have redirected so far.
  private(set) var redirects: [Route] = []
  /// The place that was wanted, if an enter guard was the first to redirect from it.
  private(set) var wanted: Route?
  /// The destination to continue to when the place of a redirect has finished.
  private(set) var intent: PendingIntent?
  /// The places about which an enter guard was asked again after a redirect.
  private(set) var repeatedQuestions: [Route] = []
  private var questions: ArraySlice<Question> = []
  /// The leave guards that have been asked; each is asked once in a navigation.
  private var left: Set<Leaving> = []
  /// The places that an enter guard has let in; it is not asked about them again after a redirect.
  private var letIn: Set<Place> = []
  /// The number of redirects before an enter guard was first asked about a place.
  private var firstAsked: [Place: Int] = [:]

  /// Collects the guards of a plan; a leave guard that has been asked is not asked again.
  mutating func collect(
    leaving ended: [NavigationEntry], entering begun: [NavigationEntry], from mounted: MountedScene
  ) {
    var questions: [Question] = []
    for entry in ended {
      for guardian in mounted.leaving[entry.id]
      where !left.contains(Leaving(guardian: ObjectIdentifier(guardian), entry: entry.id)) {
        questions.append(Question(guardian: guardian, entry: entry, isLeaving: true))
      }
    }
    let guards = begun.isEmpty ? [] : mounted.entering[.scene]
    for entry in begun {
      for guardian in guards where !hasLetIn(entry, guardian) {
        questions.append(Question(guardian: guardian, entry: entry, isLeaving: false))
      }
    }
    self.questions = questions[...]
  }

  private func hasLetIn(_ entry: NavigationEntry, _ guardian: GuardRegistration) -> Bool {
    guard !letIn.isEmpty, let route = entry.route else { return false }
    return letIn.contains(Place(guardian: ObjectIdentifier(guardian), route: route))
  }

  /// Notes that a guard has allowed what a question is about.
  mutating func noteAllowed(_ question: Question) {
    guard !question.isLeaving, let route = question.entry.route else { return }
    letIn.insert(Place(guardian: ObjectIdentifier(question.guardian), route: route))
  }

  /// Removes the next question; nil when all guards have allowed the navigation.
  mutating func next() -> Question? {
    guard let question = questions.popFirst() else { return nil }
    if question.isLeaving {
      left.insert(
        Leaving(guardian: ObjectIdentifier(question.guardian), entry: question.entry.id))
    }
    return question
  }

  /// Notes that a guard has answered, to report one that is asked about a place again.
  mutating func noteAnswer(to question: Question) {
    guard !question.isLeaving, let route = question.entry.route else { return }
    let place = Place(guardian: ObjectIdentifier(question.guardian), route: route)
    let first = firstAsked[place, default: redirects.count]
    firstAsked[place] = first
    if first < redirects.count, !repeatedQuestions.contains(route) {
      repeatedQuestions.append(route)
    }
  }

  /// Notes a redirect, and the destination to continue to unless there is an earlier one.
  /// - Returns: The circle of redirects if there are too many.
  mutating func redirect(
    to route: Route, insteadOf refused: Route?,
    thenContinuing intent: @autoclosure () -> PendingIntent?
  ) -> [Route]? {
    if redirects.isEmpty { wanted = refused }
    self.intent = self.intent ?? intent()
    redirects.append(route)
    return redirects.count > Self.redirectLimit ? redirects : nil
  }
}

extension Router {
  /// True if words name a place that no guard refuses at once.
  ///
  /// Words to which a value is missing name no place: they are accepted only where nothing is guarded.
  package func accepts(words: [String]) -> Bool {
    guard !mounted.entering.isEmpty else { return true }
    guard let route = try? route(of: DeepLink(words: words)) else { return false }
    return !refuses(route)
  }

  /// True if a guard refuses a place, or a place that it declares below itself, without taking time.
  ///
  /// Nothing is opened, and nobody is asked for a passphrase: a decision that rests on locked values is
  /// a refusal. A redirect is one too. A guard that takes time, or asks, is taken to allow the place.
  func refuses(_ route: Route) -> Bool { verdict(of: route).contains(.refused) }

  /// True if all guards allow a place, and those that it declares below itself, without taking time.
  func letsIn(_ route: Route) -> Bool { verdict(of: route).isEmpty }

  /// The answers of the guards to a place and to those that it declares below itself.
  private func verdict(of route: Route) -> Set<Verdict> {
    guard !mounted.entering.isEmpty else { return [] }
    let guards = mounted.entering[.scene]
    var verdicts: Set<Verdict> = []
    for place in route.parents.routes + [route] {
      let entry = NavigationEntry(id: .scene, route: place, presentation: .push, owner: .router)
      for guardian in guards {
        let reads = UnreadableReads()
        switch reads.collect({ guardian.answer(toEntering: entry) }) {
        case nil: continue
        case .later: verdicts.insert(.undecided)
        case .now(let decision) where decision.isQuestion && reads.isEmpty:
          verdicts.insert(.undecided)
        case .now(.allow) where reads.isEmpty: continue
        case .now: return [.refused]
        }
      }
    }
    return verdicts
  }

  /// What keeps a place from being let in at once.
  private enum Verdict { case refused, undecided }
}

/// The stored values that the guards of a scene may read, and that may be locked.
///
/// A guard that reads a locked secret gets its default, so its decision means nothing: it is asked
/// again once the secrets are unlocked, and refuses if they stay locked or cannot be read. The
/// facade connects this with the stores of the scene.
@MainActor
package struct GuardedReads {
  /// The reason why the stores stay unread; nil if `unlock` can ask for the passphrase.
  private let refusal: () -> String?
  /// Asks for the passphrase; returns the reason why the stores stay locked, or nil.
  private let unlock: () async -> String?

  /// Creates the connection of a scene with its stores.
  package init(refusal: @escaping () -> String?, unlock: @escaping () async -> String?) {
    (self.refusal, self.unlock) = (refusal, unlock)
  }

  /// Asks a guard, and takes no decision that rests on a value that could not be read.
  func answer(_ ask: @escaping @MainActor () -> GuardAnswer?) -> GuardAnswer? {
    let reads = UnreadableReads()
    switch reads.collect(ask) {
    case nil: return nil
    case .now(let decision):
      if reads.isEmpty { return .now(decision) }
      if let reason = refusal() { return .now(.undecidable(reason)) }
      return .later { await decideUnlocked(ask) }
    case .later(let decide):
      return .later {
        let decision = await reads.collect { await decide() }
        return reads.isEmpty ? decision : await decideUnlocked(ask)
      }
    }
  }

  /// The decision of a guard that has read a locked value, once the stores are unlocked.
  private func decideUnlocked(
    _ ask: @escaping @MainActor () -> GuardAnswer?
  ) async -> GuardDecision {
    if let reason = refusal() { return .undecidable(reason) }
    if let reason = await unlock() { return .undecidable(reason) }
    let reads = UnreadableReads()
    let decision: GuardDecision
    switch reads.collect(ask) {
    case nil: decision = .allow
    case .now(let decided): decision = decided
    case .later(let decide): decision = await reads.collect { await decide() }
    }
    return reads.isEmpty ? decision : .undecidable(refusal() ?? Self.unreadable)
  }

  /// The reason for a value that cannot be read although nothing is locked.
  package static let unreadable =
    "A stored value that guards this place cannot be read. Try 'store doctor'."
}
