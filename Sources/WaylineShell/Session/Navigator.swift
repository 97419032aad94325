import WaylineNavigation
import WaylineSystem
import WaylineViews

/// The part of the router that a session uses: the present place, and requests to leave it.
///
/// The router is the only one; a session without a navigator answers that there are no places.
@MainActor
package protocol Navigator: AnyObject {
  /// The link of the present place, such as `/book/42`; nil when it has none.
  var placeURL: String? { get }
  /// The present place, and the command that comes back to it.
  var placeReport: PlaceReport { get }
  /// The link of a place; nil when it has none.
  func url(of place: Route) -> String?
  /// The places that can be opened, as they are typed, for `help`.
  var places: [String] { get }
  /// The place that words name which are no command; nil if none is near.
  func place(meantBy words: [String]) -> PlaceSuggestion?
  /// The names of the tabs, also of those that cannot be chosen now.
  var tabNames: [String] { get }
  /// Carries out a verb that the user typed.
  func perform(_ verb: NavigationVerb) -> NavigationAnswer
  /// Receives each navigation that is requested, while the requests of commands are collected, and returns
  /// whether a command has requested it, which answers with its outcome.
  var onRequest: ((NavigationHandle) -> Bool)? { get set }
  /// The answer to a navigation that code has requested.
  func answer(to handle: NavigationHandle) -> NavigationAnswer
  /// Calls the closure with each finished navigation, for the life of the scene.
  func observe(_ observer: @escaping @MainActor (Transition) -> Void)
  /// The times of the navigations so far, with which edits are dated.
  var clock: NavigationClock { get }
  /// The time of the navigation that `undo` would revert; nil when there is none.
  var undoTime: Int? { get }
  /// The time at which the navigation was reverted that `redo` would repeat; nil when there is none.
  var redoTime: Int? { get }
  /// The difference that the navigation made which `undo` would revert; nil when there is none.
  var undoneChange: NavigationChange? { get }
  /// The visit on top of the present place.
  var topVisit: NavigationEntry.ID { get }
  /// True if the screen of a visit is open; a visit is what the environment of its views returns.
  func isOpen(_ visit: AnyHashable) -> Bool
  /// Asks the person the question of a guard, and returns whether it does; the closure takes the answer.
  var onQuestion: ((String, _ answer: @escaping @MainActor (Bool) -> Void) -> Bool)? { get set }
  /// Receives each alert that a shown screen opens or closes.
  var onAlert: ((AlertChange) -> Void)? { get set }
  /// True if the alert of a change is presented now; nil without its screen.
  func isShown(_ change: AlertChange) -> Bool?
  /// Opens or closes the alert of a change. Returns whether its binding has taken the value.
  func show(_ isShown: Bool, _ change: AlertChange) -> Bool
  /// Calls the closure with each finished flow, for the life of the scene.
  func observeFlows(_ observer: @escaping @MainActor (FlowReport) -> Void)
  /// Calls the closure with the reason for which a link is refused after it has been used.
  func observeLateRefusals(_ observer: @escaping @MainActor (String) -> Void)
  /// Calls the closure with the sentence of each redirect of what a line has begun and not typed.
  func observeRedirects(_ observer: @escaping @MainActor (String) -> Void)
  /// Ends the scene: flows that wait for a result get their ending.
  func end(_ ending: Ending)
}

/// The ways back to a place.
package struct PlaceReport: Hashable, Sendable {
  /// The link of the place, such as `/book/42`; nil when it has none.
  package var url: String?
  /// The words after the program's name that open the place; nil when there are none.
  package var words: [String]?
  /// One sentence when opening the link does not rebuild everything that is here.
  package var notice: String?

  /// A report of its parts.
  package init(url: String? = nil, words: [String]? = nil, notice: String? = nil) {
    (self.url, self.words, self.notice) = (url, words, notice)
  }
}

/// The answer of a navigator to a verb.
package enum NavigationAnswer: Sendable {
  /// Done, with a sentence if there is something to say.
  case accepted(note: String? = nil)
  /// Not done, with the whole sentence.
  case refused(String)
  /// Not done, since there is no such place, with the problem, the part that was not found, and true if
  /// no name is near it, so that advice helps.
  case unknown(NotFound, part: String = "", isLost: Bool = false)
  /// A guard has not decided yet; the closure returns when it has.
  case undecided(@MainActor @Sendable () async -> NavigationAnswer)
  /// The person is asked first; the closure returns the answer of the navigation once that is known.
  case asking(@MainActor @Sendable () -> NavigationAnswer)
}

// MARK: - Reports to programs

/// A finished navigation, as `--json` reports it.
package struct Transition: Hashable, Sendable {
  /// The outcome, such as `completed`.
  package var outcome: String
  /// The requester, such as `person`.
  package var cause: String
  /// The link of the place before; nil when it has none.
  package var from: String?
  /// The link of the place now; nil when it has none.
  package var to: String?

  /// A navigation by its parts.
  package init(outcome: String, cause: String, from: String? = nil, to: String? = nil) {
    (self.outcome, self.cause, self.from, self.to) = (outcome, cause, from, to)
  }
}

/// A finished flow that had to return a value, as `--json` reports it.
package struct FlowReport: Hashable, Sendable {
  /// The name under which the ending was awaited; nil for a flow that code has waited for.
  package var name: String?
  /// The words of the place that the flow began with; nil when it is the whole scene.
  package var place: String?
  /// The ending, such as `value`.
  package var ending: String
  /// The value as one line of JSON; nil when there is none that may be printed.
  package var json: String?
  /// True if the flow ended because there was no more input.
  var lacksInput: Bool

  /// A report of its parts.
  package init(
    name: String? = nil, place: String? = nil, ending: String, json: String? = nil,
    lacksInput: Bool = false
  ) {
    (self.name, self.place, self.ending) = (name, place, ending)
    (self.json, self.lacksInput) = (json, lacksInput)
  }

  /// The report of a flow.
  fileprivate init(_ flow: EndedFlow) {
    self.init(
      name: flow.name, place: flow.place?.spoken, ending: flow.ending.word, json: flow.json,
      lacksInput: flow.ending.isEndOfInput)
  }
}

extension FlowEnding {
  /// The ending without its value.
  fileprivate var word: String {
    switch self {
    case .value: "value"
    case .cancelled: "cancelled"
    case .dismissedByParent: "dismissed-by-parent"
    case .replaced: "replaced"
    case .interrupted: "interrupted"
    case .endOfInput: "end-of-input"
    }
  }

  fileprivate var isEndOfInput: Bool { if case .endOfInput = self { true } else { false } }
}

extension NavigationOutcome {
  /// The outcome without its values.
  fileprivate var word: String {
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
    case .outsideScene: "outside-scene"
    }
  }
}

// MARK: - The router

extension Router: Navigator {
  /// The nearest link of the present place, which costs a fraction of the whole report.
  package var placeURL: String? { nearestLink?.url }

  /// The nearest link of the present place, and the way back to it.
  package var placeReport: PlaceReport {
    let link = nearestLink
    return PlaceReport(url: link?.url, words: link?.typedWords, notice: location.notice)
  }

  /// The link of a place that can be opened from the first screen.
  package func url(of place: Route) -> String? { link(to: place)?.url }

  /// The forms of links that this scene can open.
  package var places: [String] { linkPatterns }

  /// Carries out a verb as a request of the user.
  package func perform(_ verb: NavigationVerb) -> NavigationAnswer {
    Self.answer(typed { request(verb) }, ifNothing: verb.nothingToDo)
  }

  /// The answer to a navigation that code has requested, as to a typed one.
  package func answer(to handle: NavigationHandle) -> NavigationAnswer {
    Self.answer(handle, ifNothing: "\(NavigationOutcome.nothingToPop)")
  }

  /// Calls the closure with each finished navigation and the links before and after it.
  package func observe(_ observer: @escaping @MainActor (Transition) -> Void) {
    var before = placeURL
    _ = observe { [weak self] (transition: NavigationTransition) in
      let present = self?.placeURL
      // The guards have allowed to leave: nothing has moved.
      if transition.outcome == .completed, transition.change.isEmpty, present == before { return }
      observer(
        Transition(
          outcome: transition.outcome.word, cause: transition.cause.rawValue, from: before,
          to: present))
      before = present
    }
  }

  /// Calls the closure with each finished flow.
  package func observeFlows(_ observer: @escaping @MainActor (FlowReport) -> Void) {
    _ = observeFlows { (flow: EndedFlow) in observer(FlowReport(flow)) }
  }

  /// Calls the closure with the reason of a guard that decides against a link later.
  package func observeLateRefusals(_ observer: @escaping @MainActor (String) -> Void) {
    onLateRefusal = observer
  }

  /// Calls the closure with the sentence of each redirect of what a line has begun and not typed.
  package func observeRedirects(_ observer: @escaping @MainActor (String) -> Void) {
    onRedirect = observer
  }

  /// Ends the flows that wait, and the guards that have not decided.
  package func end(_ ending: Ending) {
    if ending == .left { endScene(.cancelled) }
    endFlows(atEndOfInput: ending == .endOfInput)
    interrupt()
  }

  /// - Parameter nothing: the sentence for a request that has nothing to do.
  private static func answer(
    _ handle: NavigationHandle, ifNothing nothing: String
  ) -> NavigationAnswer {
    if handle.outcome == nil, handle.isAsking {
      return .asking { answer(handle, ifNothing: nothing) }
    }
    guard let outcome = handle.outcome, outcome != .pending else {
      return .undecided { answer(await handle.value, of: handle, ifNothing: nothing) }
    }
    return answer(outcome, of: handle, ifNothing: nothing)
  }

  private static func answer(
    _ outcome: NavigationOutcome, of handle: NavigationHandle, ifNothing nothing: String
  ) -> NavigationAnswer {
    if outcome == .nothingToPop { return .refused(nothing) }
    if case .notFound(let problem) = outcome {
      let isLost = problem == NotFound(part: problem.part, kind: "place")
      let isLeftOver = problem == LinkError.leftOver(part: problem.part).notFound
      return .unknown(problem, part: isLost || isLeftOver ? problem.part : "", isLost: isLost)
    }
    let sentence = handle.message ?? outcome.description
    guard outcome.isSuccess else { return .refused(sentence) }
    var notes = outcome == .completed ? handle.passedOver : [sentence]
    if let part = handle.unreadPart { notes.append("No screen reads '\(part)' of the link.") }
    return .accepted(note: notes.isEmpty ? nil : notes.joined(separator: " "))
  }
}

extension DeepLink {
  /// The words as they are typed; one URL where a screen does not show a word as it is.
  fileprivate var typedWords: [String] {
    words.allSatisfy { SafeText.line(of: $0) == $0 } ? words : [url]
  }
}
