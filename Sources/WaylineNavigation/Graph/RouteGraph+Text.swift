import WaylineViews

extension RouteGraph {
  /// The graph in the language of Graphviz.
  ///
  /// A dead end is an octagon, a place without a destination red, an unlinked one dashed. Comments tell
  /// the buttons that were not followed.
  public var dot: String {
    var lines = ["digraph routes {", "  rankdir=LR;", "  node [shape=box];"]
    lines += places.map { "  \(Self.quoted($0.name))\($0.dotAttributes);" }
    lines += edges.map { "  \(Self.quoted($0.from)) -> \(Self.quoted($0.to));" }
    lines += unfollowed.map { "  // " + $0.unfollowedSentence }
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
      ] + unfollowed.map { "  %% " + $0.unfollowedSentence }).joined(separator: "\n")
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
    return "Not followed in \(name): \(labels)"
  }

  fileprivate var dotAttributes: String {
    var attributes: [String] = []
    if isDeadEnd { attributes.append("shape=octagon") }
    if !hasDestination { attributes.append("color=red") }
    if !isLinked, name != "/" { attributes.append("style=dashed") }
    return attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
  }

  fileprivate var mermaidClass: String {
    if !hasDestination { return ":::missing" }
    if isDeadEnd { return ":::deadEnd" }
    return !isLinked && name != "/" ? ":::unlinked" : ""
  }
}
