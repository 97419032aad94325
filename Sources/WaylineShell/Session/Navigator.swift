import WaylineNavigation

/// What a session needs to know about where the scene is, and how it asks to go elsewhere.
///
/// The navigation room has the only one; a session without one says that there are no places.
@MainActor
package protocol Navigator: AnyObject {
  /// Where the scene is, and how to come back.
  var placeReport: PlaceReport { get }
  /// The places that can be opened, as they are typed, for `help`.
  var places: [String] { get }
  /// Runs what a person does, so that the navigations in it are the person's.
  func asPerson(_ action: () -> Void)
  /// Carries out a verb that a person asked for.
  func perform(_ verb: NavigationVerb) -> NavigationAnswer
  /// Calls the closure with each navigation that has ended, as long as the scene lives.
  func observe(_ observer: @escaping @MainActor (Transition) -> Void)
  /// Calls the closure with each flow that has ended, as long as the scene lives.
  func observeFlows(_ observer: @escaping @MainActor (FlowReport) -> Void)
  /// Tells the scene that it ends: flows that wait for a result get their ending.
  func end(_ ending: Ending)
}

/// How to come back to a place.
package struct PlaceReport: Hashable, Sendable {
  /// The link of the place, such as `/book/42`; nil when it has none.
  package var url: String?
  /// The words after the program's name that come back here; nil when there are none.
  package var words: [String]?
  /// One sentence when opening the link would not rebuild everything that is here.
  package var notice: String?

  /// A report of its parts.
  package init(url: String? = nil, words: [String]? = nil, notice: String? = nil) {
    (self.url, self.words, self.notice) = (url, words, notice)
  }
}

/// What a navigator answers.
package enum NavigationAnswer: Sendable {
  /// Done, or in order as it is, with a sentence if there is something to say.
  case accepted(note: String? = nil)
  /// Not done, with the whole sentence.
  case refused(String)
  /// A guard is still deciding; the closure returns when it has.
  case undecided(@MainActor @Sendable () async -> NavigationAnswer)
}
