/// Where in the tree a stack, a tab view or a modifier lives: in a screen, or in one of its tabs.
public enum NavigationContext: Hashable, Sendable {
  /// Directly in a screen.
  case entry(NavigationEntry.ID)
  /// In one tab of a tab view.
  case tab(NavigationState.TabsID, String)
}

extension NavigationState {
  /// Names one stack of a scene.
  public struct StackID: Hashable, Sendable {
    let number: Int

    /// The stack of the scene itself, which holds the first screen and what is shown before it.
    public static let scene = StackID(number: 0)
  }

  /// Names one tab view of a scene.
  public struct TabsID: Hashable, Sendable {
    let number: Int
  }

  /// One stack: a trail of screens, and the place in the tree where it is shown.
  struct Stack: Hashable, Sendable {
    let id: StackID
    /// The screen or tab that shows the stack; nil for the scene's own.
    let parent: NavigationContext?
    /// Its position among the stacks of the same parent.
    let ordinal: Int
    /// Whether an array of the program holds the routes, so that they are never saved here.
    let isBound: Bool
    var trail: Trail
  }

  /// One tab view: its tabs, and the one that is shown.
  struct Tabs: Hashable, Sendable {
    let id: TabsID
    let parent: NavigationContext
    let ordinal: Int
    var tags: [String]
    var selected: String
  }
}
