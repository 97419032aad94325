/// What a session needs to know about where the scene is, and how it asks to go elsewhere.
///
/// The navigation room has the only one; a session without one says that there are no places.
@MainActor
package protocol Navigator: AnyObject {
  /// The link of this place, such as `/book/42`; nil when it has none.
  var url: String? { get }
  /// The words after the program's name that come back here; nil when there are none.
  var words: [String]? { get }
  /// One sentence when opening the link would not rebuild everything that is here.
  var caveat: String? { get }
  /// The places that can be opened, as they are typed, for `help`.
  var places: [String] { get }
  /// Carries out a verb that a person asked for.
  func perform(_ verb: NavigationVerb) -> NavigationAnswer
  /// Tells the scene that it ends: flows that wait for a result get their ending.
  func end(_ ending: Ending)
}

/// What a person can ask a navigator for.
package enum NavigationVerb: Hashable, Sendable {
  /// Up by this many entries.
  case back(Int)
  /// Where `back` came from.
  case forward
  /// The root.
  case home
  /// Close what is presented on top.
  case dismiss
  /// Take the last navigation back.
  case undo
  /// Repeat what was taken back.
  case redo
  /// Open a link or a place by words.
  case open([String])
  /// Leave the program: only the leave guards are asked.
  case leave
}

/// What a navigator answers.
package enum NavigationAnswer: Sendable {
  /// Done, or in order as it is.
  case accepted
  /// Not done, with the whole sentence.
  case refused(String)
  /// A guard is still deciding; the closure returns when it has.
  case undecided(@MainActor @Sendable () async -> NavigationAnswer)
}
