import WaylineSystem
import WaylineViews

/// The places that a program can show, and which of them lead to which.
///
/// A place is a case of a route, such as `desk book`, whatever its values are. The graph is drawn
/// from the program's own screens: each place is shown once, without its guards, and its links are
/// read. A button may do anything, so none is pressed: a place that only a button opens has no edge
/// and is listed as unlinked, and the button is listed in ``unfollowed``.
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
    /// True if some stack shows it where it is linked.
    public internal(set) var hasDestination = true
    /// True if a link of a screen leads to it.
    public internal(set) var isLinked = false
    /// True if its screen offers nothing but the way back.
    public internal(set) var isDeadEnd = false
    /// The different labels of the buttons on its screen, which were not pressed; at most 50.
    public internal(set) var buttons: [String] = []
    /// The number of further labels of buttons, which are not in ``buttons``.
    public internal(set) var unlistedButtons = 0
    /// The number of links on its screen that were not read, because there are too many.
    public internal(set) var unreadLinks = 0
    /// True if no link opens it from the first screen: only another screen shows it.
    public internal(set) var isInner = false
    /// True if its screen was drawn: a place needs a link, or values that can be made up.
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

  /// The places that no link opens from the first screen, such as the steps of a wizard.
  public var inner: [String] { places.filter(\.isInner).map(\.name) }

  /// The name in the graph of the place that a route is a value of.
  package static func name(of route: Route) -> String { RouteCases.name(of: route) }

  /// The places with buttons, which the graph does not follow.
  public var unfollowed: [Place] { places.filter { !$0.buttons.isEmpty } }

  /// The sentences about what was not followed, for comments.
  private var notices: [String] {
    (inner.isEmpty ? [] : ["Only inside another screen: " + inner.joined(separator: ", ")])
      + unfollowed.map(\.unfollowedSentence)
      + places.filter { $0.unreadLinks > 0 }.map {
        "Not read in \($0.name): \($0.unreadLinks) more links"
      }
  }

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

extension RouteGraph {
  /// The graph in the language of Graphviz.
  ///
  /// A dead end is an octagon, a place without a destination red, an unlinked one dashed, and one that
  /// only another screen contains dotted. Comments list the latter and the buttons that were not
  /// followed, and count the links that were not read.
  public var dot: String {
    var lines = ["digraph routes {", "  rankdir=LR;", "  node [shape=box];"]
    lines += places.map { "  \(Self.quoted($0.name))\($0.dotAttributes);" }
    lines += edges.map { "  \(Self.quoted($0.from)) -> \(Self.quoted($0.to));" }
    lines += notices.map { "  // " + $0 }
    return (lines + ["}"]).joined(separator: "\n")
  }

  /// The graph in the language of Mermaid, with the same three marks as classes.
  public var mermaid: String {
    let numbers = Dictionary(
      places.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var lines = ["flowchart LR"]
    lines += places.enumerated().map { "  n\($0)[\(Self.quoted($1.name))]\($1.mermaidClass)" }
    lines += edges.compactMap { edge in
      guard let from = numbers[edge.from], let to = numbers[edge.to] else { return nil }
      return "  n\(from) --> n\(to)"
    }
    return
      (lines + [
        "  classDef missing stroke:#c00", "  classDef deadEnd stroke-width:3px",
        "  classDef unlinked stroke-dasharray:4",
      ] + notices.map { "  %% " + $0 }).joined(separator: "\n")
  }

  private static func quoted(_ name: String) -> String {
    let safe = name.map { $0 == "\"" || $0 == "\\" ? "'" : String($0) }.joined()
    return "\"\(safe)\""
  }
}

extension RouteGraph.Place {
  /// The buttons that were not pressed, on one line.
  fileprivate var unfollowedSentence: String {
    let labels = buttons.map { "'\(SafeText.line(of: $0))'" }.joined(separator: ", ")
    let more = unlistedButtons > 0 ? " and \(unlistedButtons) more" : ""
    return "Not followed in \(name): \(labels)\(more)"
  }

  fileprivate var dotAttributes: String {
    var attributes: [String] = []
    if isDeadEnd { attributes.append("shape=octagon") }
    if !hasDestination { attributes.append("color=red") }
    if isInner { attributes.append("style=dotted") }
    if !isInner, !isLinked, name != "/" { attributes.append("style=dashed") }
    return attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
  }

  fileprivate var mermaidClass: String {
    if !hasDestination { return ":::missing" }
    if isDeadEnd { return ":::deadEnd" }
    return !isLinked && name != "/" ? ":::unlinked" : ""
  }
}
