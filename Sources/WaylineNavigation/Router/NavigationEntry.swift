/// One screen of a stack: which place it shows, how, and who put it there.
public struct NavigationEntry: Hashable, Sendable, Identifiable {
  /// Names one visit of a place; never used again within a scene.
  public struct ID: Hashable, Sendable {
    let number: Int
  }

  /// How a screen lies on the one below it.
  public enum Presentation: String, Hashable, Sendable, CaseIterable {
    /// The first screen of a stack, which no navigation removes.
    case root
    /// Instead of the one below.
    case push
    /// In front of the one below, which is meant to be seen again.
    case sheet
    /// In front of the one below, and covering it.
    case cover

    /// Whether the screen stands in front of everything else.
    public var isModal: Bool { self == .sheet || self == .cover }
  }

  /// Who decides how long a screen stays.
  public enum Owner: Hashable, Sendable {
    /// The router; such a screen is saved with the scene.
    case router
    /// A binding of the program, which is told when the screen leaves.
    case binding(PresentationOwner)
  }

  /// The visit.
  public let id: ID

  /// The place; nil for a root, and for what a binding shows without naming a place.
  public let route: Route?

  /// How the screen lies on the one below it.
  public let presentation: Presentation

  /// Who decides how long the screen stays.
  public let owner: Owner

  /// Whether a binding decides how long the screen stays.
  public var isBound: Bool { owner != .router }
}

/// The identity of a modifier or a wrapper whose binding shows screens.
public struct PresentationOwner: Hashable, Sendable {
  let number: Int
}

extension NavigationEntry.ID: CustomStringConvertible {
  /// The number after a hash mark, as tree dumps print it.
  public var description: String { "#\(number)" }
}
