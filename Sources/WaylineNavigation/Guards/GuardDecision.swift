/// The decision of a guard about a navigation.
public struct GuardDecision: Hashable, Sendable {
  let kind: Kind

  enum Kind: Hashable {
    case allow
    case block(String)
    /// Refuses for this reason, because the values it rests on cannot be read: nothing is decided.
    case undecidable(String)
    case redirect(Redirection)
    /// Allows the navigation if the person confirms this question.
    case confirm(String)
  }

  /// The navigation may happen.
  public static let allow = GuardDecision(kind: .allow)

  /// The navigation is refused for this reason, which the user reads.
  public static func block(_ reason: String) -> GuardDecision {
    GuardDecision(kind: .block(reason))
  }

  /// The navigation happens if the person answers this question with `yes`.
  ///
  /// ```swift
  /// .onLeave { draft.isEmpty ? .allow : .confirm("Discard the remark?") }
  /// ```
  ///
  /// The question is asked like any other, and the scene stays as it is until it is answered. `no`,
  /// ^C and the end of the input refuse the navigation. So does a navigation for which nobody can
  /// be asked, such as the restoration of a saved place, or one that is requested while another
  /// question is open.
  public static func confirm(_ question: String) -> GuardDecision {
    GuardDecision(kind: .confirm(question))
  }

  /// The navigation leads to this place instead.
  ///
  /// If it continues, the refused destination is stored: when the place's screen calls `finish()`, the
  /// navigation continues to its destination, also in a later process. Leaving the screen in another
  /// way discards the destination.
  ///
  /// The person reads the reason as it is given: `Run 1 is done: here is its result.` Without one, it is
  /// `Sign in first.` where the navigation continues, and else names the place that it leads to.
  public static func redirect(
    to value: some Hashable & Sendable, thenContinuing continues: Bool = false,
    because reason: String? = nil
  ) -> GuardDecision {
    GuardDecision(
      kind: .redirect(Redirection(to: Route(value), thenContinuing: continues, because: reason)))
  }
}

/// The other place to which a guard leads.
struct Redirection: Hashable {
  /// The place.
  let route: Route
  /// True if the navigation continues when the flow of the place has finished.
  let continues: Bool
  /// The guard's own sentence.
  let reason: String?
  /// The place that is not shown; nil if a screen is not left.
  var refused: Route?

  init(to route: Route, thenContinuing continues: Bool, because reason: String?) {
    (self.route, self.continues, self.reason) = (route, continues, reason)
  }

  /// The sentence for the person: why another place is shown, or which one.
  var sentence: String { reason?.asSentence ?? (continues ? comesFirst : leadsElsewhere) }

  /// `Log in first.` for `desk logIn`, and the command of a place with values.
  private var comesFirst: String {
    let names = RouteCases.words(of: route.value)
    guard let name = names.last, names.joined(separator: " ") == route.spoken else {
      return "Open '\(route.spoken)' first."
    }
    let words = name.reduce(into: "") { text, letter in
      if letter.isUppercase { text += " " }
      text += letter.lowercased()
    }
    return words.prefix(1).uppercased() + words.dropFirst() + " first."
  }

  private var leadsElsewhere: String { "\(NavigationOutcome.redirected(to: route))" }
}

extension GuardDecision {
  /// The refusal of a guard that could not read the values its decision rests on.
  static func undecidable(_ reason: String) -> GuardDecision {
    GuardDecision(kind: .undecidable(reason))
  }

  /// The reason why the decision refuses, where a redirect cannot be followed; nil when it allows.
  var refusal: String? {
    switch kind {
    case .allow: nil
    case .block(let reason), .undecidable(let reason): reason
    case .redirect(let redirection): redirection.sentence
    case .confirm(let question): "Nobody could be asked: \(question)"
    }
  }

  /// True if a person has to answer before the decision is known.
  var isQuestion: Bool { if case .confirm = kind { true } else { false } }
}

/// The answer of a guard: a decision, or the work that leads to one.
enum GuardAnswer {
  /// The guard has decided.
  case now(GuardDecision)
  /// The guard decides asynchronously.
  case later(@MainActor () async -> GuardDecision)
}

/// The destination of a navigation that a guard redirected, to be continued later.
///
/// It belongs to the screen that the guard led to. When that screen's flow finishes, the navigation
/// continues to the destination; when the screen ends in another way, the destination is discarded.
/// It is saved with the scene, so that it survives the process.
public struct PendingIntent: Hashable, Sendable {
  /// The places of the destination's stack, from the bottom to the top.
  let steps: [Step]
  /// The destination's stack; nil when another process made the request.
  let stack: NavigationState.StackID?

  /// One place, and its presentation.
  struct Step: Hashable, Sendable {
    let route: Route
    let presentation: NavigationEntry.Presentation
    /// The name under which the result of the flow that begins there is awaited.
    var resultName: String?
    /// The places to continue to when its own flow finishes, if it is a saved one.
    var wanted: [Step] = []
  }

  /// The requested place.
  public var destination: Route? { steps.last?.route }
}

extension PendingIntent {
  /// Stores the destination of a planned change; nil when it shows no named place.
  ///
  /// A screen that itself waits to continue is left out: it ends with its flow.
  init?(_ change: NavigationChange, leadingTo state: NavigationState) {
    let wanted = change.entered.last { $0.route != nil }
    guard let wanted, let index = state.stackIndex(holding: wanted.id) else { return nil }
    stack = state.stacks[index].id
    steps = state.stacks[index].trail.reversed().dropFirst().compactMap { entry in
      guard state.marks.intents[entry.id] == nil else { return nil }
      return entry.route.map {
        Step(
          route: $0, presentation: entry.presentation,
          resultName: state.marks.resultNames[entry.id])
      }
    }
  }
}
