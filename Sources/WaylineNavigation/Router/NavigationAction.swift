/// One wish to change where a scene is.
///
/// An action without a stack means the one that a person is in.
public enum NavigationAction: Hashable, Sendable {
  /// Puts a place on top.
  case push(Route, onto: NavigationState.StackID? = nil)
  /// Takes screens away from the top, but never the root.
  case pop(Int = 1, from: NavigationState.StackID? = nil)
  /// Returns to the nearest screen that shows this place.
  case popTo(Route)
  /// Returns to this visit.
  case popToEntry(NavigationEntry.ID)
  /// Returns to the screen that was marked with this name.
  case popToCheckpoint(String)
  /// Returns to the root.
  case popToRoot(of: NavigationState.StackID? = nil)
  /// Puts a place where the top is.
  case replaceTop(Route)
  /// Makes these the places above the root; screens of a common beginning stay.
  case set([Route], on: NavigationState.StackID? = nil)
  /// Shows a place in front of everything.
  case present(
    Route, as: NavigationEntry.Presentation, in: NavigationState.StackID? = nil)
  /// Ends the sheet or cover that is in front; without one, goes back one screen.
  case dismiss
  /// Ends this visit and everything above it.
  case end(NavigationEntry.ID)
  /// Goes up: ends the top screen, whatever it is, in the innermost stack that has one.
  case back(Int = 1)
  /// Shows another tab.
  case select(String, in: NavigationState.TabsID? = nil)
  /// Marks the present screen with a name.
  case checkpoint(String)
  /// Shows what a binding holds, in place of what it showed before.
  case show(
    PresentationOwner, Route?, as: NavigationEntry.Presentation, in: NavigationState.StackID)
  /// Ends what a binding shows and everything above it.
  case hide(PresentationOwner)
}
