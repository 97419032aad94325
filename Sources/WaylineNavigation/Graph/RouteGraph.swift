/// The places that a program can show, and which of them lead to which.
///
/// A place is a case of a route, such as `desk book`, whatever its values are. The graph is drawn
/// from the program's own screens: each place is shown once, without its guards, and its links are
/// read. A button may do anything, so none is pressed: what only a button opens has no edge, the place is
/// listed as unlinked, and the button among ``unfollowed``.
///
/// ```
/// digraph routes {
///   "/" -> "settings";
///   "/" -> "desk";
///   "desk" -> "desk book";
/// }
/// ```
public struct RouteGraph: Hashable, Sendable {
  /// One case of a route.
  public struct Place: Hashable, Sendable {
    /// The words of the cases, such as `desk book`; `/` for the first screen.
    public let name: String
    /// Whether some stack shows it where it is linked.
    public internal(set) var hasDestination = true
    /// Whether a link of a screen leads to it.
    public internal(set) var isLinked = false
    /// Whether its screen offers nothing that a person can do, other than go back.
    public internal(set) var isDeadEnd = false
    /// The labels of the buttons on its screen, which were not pressed.
    public internal(set) var buttons: [String] = []
    /// Whether its screen was drawn: a place needs a link, or values that can be made up.
    public internal(set) var isDrawn = false
  }

  /// One link from a screen to a place.
  public struct Edge: Hashable, Sendable {
    /// The name of the place that shows the link.
    public let from: String
    /// The name of the place that it leads to.
    public let to: String
  }

  /// The places, the first screen before all others.
  public internal(set) var places: [Place] = [Place(name: "/")]
  /// The links, in the order in which they are met.
  public internal(set) var edges: [Edge] = []

  init() {}
}

extension RouteGraph {
  /// The places that a link leads to although no stack there shows them.
  public var missingDestinations: [String] { places.filter { !$0.hasDestination }.map(\.name) }

  /// The places whose screens offer nothing but the way back.
  public var deadEnds: [String] { places.filter(\.isDeadEnd).map(\.name) }

  /// The places that no link leads to: code or a deep link opens them, or nothing does.
  public var unlinked: [String] {
    places.dropFirst().filter { !$0.isLinked }.map(\.name)
  }

  /// What the graph does not follow: the buttons of each place that has some.
  public var unfollowed: [Place] { places.filter { !$0.buttons.isEmpty } }

  /// Changes a place, which is added if it is new.
  mutating func update(_ name: String, _ change: (inout Place) -> Void) {
    let known = places.firstIndex { $0.name == name }
    let index = known ?? places.count
    if known == nil { places.append(Place(name: name)) }
    change(&places[index])
  }

  mutating func connect(_ from: String, to: String) {
    let edge = Edge(from: from, to: to)
    if !edges.contains(edge) { edges.append(edge) }
  }
}
