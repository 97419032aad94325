/// What one line asks for.
///
/// A command is a value: it is read by ``CommandParser`` without any effect and carried out by
/// ``Session``. Elements are named by their index on the last printed screen.
package enum Command: Hashable, Sendable {
  /// A blank line.
  case nothing
  /// Activates an element, or gives it a value.
  case act(on: Int, value: String?)
  /// Goes up this many entries.
  case back(Int)
  /// Redoes the last `back`.
  case forward
  /// Goes to the root.
  case home
  /// Ends the presentation on top.
  case dismiss
  /// Undo the last change of screen.
  case undo
  /// Repeats the navigation that was taken back.
  case redo
  /// Opens a place by link or by words.
  case open([String])
  /// Tells the place and how to come back to it.
  case place
  /// Lists the lines typed so far.
  case history
  /// Waits until nothing is pending, for this many seconds at most.
  case wait(Double)
  /// Prints the screen again.
  case show
  /// Lists commands, or explains one.
  case help(String?)
  /// Print the tree of views.
  case tree
  /// Print why bodies ran.
  case why
  /// Leaves the program.
  case quit
  /// A command of the facade or the program.
  case registered(name: String, words: [String], text: String)
}
