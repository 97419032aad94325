/// The outcome of a navigation: a value, never a crash.
public enum NavigationOutcome: Hashable, Sendable {
  /// The scene is at the requested place.
  case completed
  /// A guard has not decided yet.
  case pending
  /// The scene was there already; nothing changed.
  case duplicate
  /// A guard refused for this reason.
  case blocked(by: String)
  /// A guard led to another place; ``NavigationHandle/message`` has the reason.
  case redirected(to: Route)
  /// Guards redirected in a circle, which is printed.
  case redirectCycle([Route])
  /// Another navigation began before a guard had decided.
  case superseded(by: Route?)
  /// The scene ended before a guard had decided.
  case interrupted
  /// Nothing above the root can be removed.
  case nothingToPop
  /// There is no such place; the problem names the part that was not understood.
  indirect case notFound(nearest: NotFound)
  /// Nothing handled the request.
  case unhandled
  /// The router, or the view that made the request, belongs to no scene; nothing changed.
  case outsideScene

  /// True if the request was met, here or by way of another place.
  public var isSuccess: Bool {
    switch self {
    case .completed, .duplicate, .redirected: true
    default: false
    }
  }
}

extension NavigationOutcome: CustomStringConvertible {
  /// The message for the user. Of ``completed`` a scene prints none: its screen is the answer.
  public var description: String {
    switch self {
    case .completed: "You are there."
    case .pending: "A guard has not decided yet."
    case .duplicate: "This place is already open."
    case .blocked(let reason): reason
    case .redirected(let route): "This place leads to '\(route.spoken)'."
    case .redirectCycle(let routes):
      "This place redirects in a circle: "
        + routes.map { "'\($0.spoken)'" }.joined(separator: " → ") + "."
    case .superseded(let route?): "A navigation to '\(route.spoken)' replaced this one."
    case .superseded(nil): "Another navigation replaced this one."
    case .interrupted: "The program ended before a guard had decided."
    case .nothingToPop: "There is nothing to go back to."
    case .notFound(let problem): problem.description
    case .unhandled: "No screen handles this."
    case .outsideScene:
      "This was requested outside of a scene, so nothing changed. Use the router of a view that is "
        + "shown through an App."
    }
  }
}

extension String {
  /// The text with a full stop, unless it ends like a sentence.
  var asSentence: String { last.map { ".!?".contains($0) } == true ? self : self + "." }
}

/// A name that does not exist, and the nearest one that does.
public struct NotFound: Hashable, Sendable {
  /// The part that was not understood, as it was typed.
  public let part: String

  /// The nearest existing name: for a place the words that open it. Nil when none is near, and for a
  /// place whose values are missing.
  public let nearest: String?

  /// The problem with the part, in a sentence.
  public let explanation: String

  /// The place that may have been meant; nil when none is near, and for names of another kind.
  let place: PlaceSuggestion?

  /// Creates a problem with a sentence of its own.
  public init(part: String, explanation: String, nearest: String? = nil) {
    (self.part, self.explanation, self.nearest, place) = (part, explanation, nearest, nil)
  }

  /// Creates the problem of a part of a link, with the place that may have been meant.
  init(part: String, explanation: String, place: PlaceSuggestion?) {
    nearest = place.flatMap { $0.isForm ? nil : $0.words }
    (self.part, self.explanation, self.place) = (part, explanation, place)
  }

  /// Creates the problem of a missing name of some kind, such as `place` or `checkpoint`.
  public init(part: String, kind: String, nearest: String? = nil) {
    self.init(part: part, explanation: "There is no \(kind) '\(part)'.", nearest: nearest)
  }
}

extension NotFound {
  /// True if both name the same part, in the same sentence.
  public static func == (left: Self, right: Self) -> Bool {
    left.part == right.part && left.description == right.description
  }

  /// Hashes the part and the sentence.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(part)
    hasher.combine(description)
  }
}

extension NotFound: CustomStringConvertible {
  /// The problem, and the suggestion.
  public var description: String { sentence(typedAfter: nil) }

  /// The problem, and the suggestion as it is typed after a command that opens places; nil after none, as
  /// on the command line of a program.
  package func sentence(typedAfter command: String?) -> String {
    guard let place else { return explanation + (nearest.map { " Did you mean '\($0)'?" } ?? "") }
    let line = place.line(after: command)
    return explanation + (place.isForm ? " The form is '\(line)'." : " Did you mean '\(line)'?")
  }
}
