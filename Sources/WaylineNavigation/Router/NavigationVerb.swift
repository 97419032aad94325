/// A navigation that the user can request with one command.
package enum NavigationVerb: Hashable, Sendable {
  /// Ends this many screens from the top.
  case back(Int)
  /// Repeats what the last `back` ended.
  case forward
  /// Returns to the first screen.
  case home
  /// Ends the topmost sheet or cover; without one, the top screen.
  case dismiss
  /// Reverts the last navigation.
  case undo
  /// Repeats the navigation that `undo` reverted.
  case redo
  /// Opens a place by its link, or by the words of a command.
  case open([String])
  /// Asks the leave guards of every visible screen, as `quit` does.
  case leave
}

extension NavigationVerb {
  /// The message for the user when the verb finds nothing to do.
  package var nothingToDo: String {
    switch self {
    case .forward: "There is nothing to go forward to."
    case .undo: "There is nothing to undo."
    case .redo: "There is nothing to redo."
    case .dismiss: "There is nothing to close."
    default: "There is nothing to go back to."
    }
  }
}

extension Router {
  /// Runs a verb as a request of the user.
  ///
  /// A single word that begins with a slash, or contains a scheme, is opened as a URL.
  @discardableResult
  package func request(_ verb: NavigationVerb) -> NavigationHandle {
    asPerson {
      switch verb {
      case .back(let count): back(count)
      case .forward: forward()
      case .home: home()
      case .dismiss: dismiss()
      case .undo: undo()
      case .redo: redo()
      case .leave: leave()
      case .open(let words):
        if words.count == 1, words[0].hasPrefix("/") || words[0].contains("://") {
          open(words[0])
        } else {
          open(words: words)
        }
      }
    }
  }
}
