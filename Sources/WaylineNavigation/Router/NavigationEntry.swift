/// One screen of a stack: the place that it shows, its presentation, and its owner.
public struct NavigationEntry: Hashable, Sendable, Identifiable {
  /// The identity of one visit of a place; never used again within a scene.
  public struct ID: Hashable, Sendable {
    /// The number of the visit: a later one has a greater number.
    package let number: Int

    /// The first screen of a scene.
    static let scene = ID(number: 0)
  }

  /// The way in which a screen is shown above the one below it.
  public enum Presentation: String, Hashable, Sendable, CaseIterable {
    /// The first screen of a stack, which no navigation removes.
    case root
    /// A screen that replaces the one below it.
    case push
    /// A modal screen, after which the user returns to the one below it.
    case sheet
    /// A modal screen that covers everything below it.
    case cover

    /// True if the screen is modal: a sheet or a cover.
    public var isModal: Bool { self == .sheet || self == .cover }
  }

  /// The owner of a screen, which decides when the screen ends.
  public enum Owner: Hashable, Sendable {
    /// The router; the screen is saved with the scene.
    case router
    /// A binding of the program; the router writes to it when the screen ends.
    case binding(PresentationOwner)
  }

  /// The identity of the visit.
  public let id: ID

  /// The place; nil for a root, and for a screen that a binding shows without naming a place.
  public let route: Route?

  /// The way in which the screen is shown.
  public let presentation: Presentation

  /// The owner of the screen.
  public let owner: Owner

  /// The sentence about a recorded screen that cannot be shown again, by its place or else its form.
  var lossReason: String {
    let name = route?.spoken ?? presentation.rawValue
    return "'\(name)' cannot be opened again."
  }

  /// True if a binding owns the screen.
  public var isBound: Bool { owner != .router }
}

/// The identity of a modifier or wrapper whose binding presents screens.
public struct PresentationOwner: Hashable, Sendable {
  let number: Int
}

extension NavigationEntry.ID: CustomStringConvertible {
  /// The number after a hash mark, as tree dumps print it.
  public var description: String { "#\(number)" }
}

/// The position of a stack, tab view or modifier in the tree: a screen, or one of its tabs.
public enum NavigationContext: Hashable, Sendable {
  /// Directly in a screen.
  case entry(NavigationEntry.ID)
  /// In one tab of a tab view.
  case tab(NavigationState.TabsID, String)
}
