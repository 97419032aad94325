/// The states of an exploration and the steps between them, for drawing.
public struct StateGraph: Hashable, Sendable, Codable {
  /// One step.
  public struct Edge: Hashable, Sendable, Codable {
    /// The state in which it was taken.
    public var from: Int
    /// The state that it led to; nil when it was not taken.
    public var to: Int?
    /// The command.
    public var label: String
  }

  /// The states in words, by their numbers.
  public var nodes: [String] = []
  /// The steps; those without a state at their end were not taken.
  public var edges: [Edge] = []

  /// The first commands that led from the first state to another.
  func way(to state: Int) -> [String] {
    var arrivals: [Int: Edge] = [:]
    for edge in edges {
      // A state is found from one that was found before it.
      guard let to = edge.to, edge.from < to, arrivals[to] == nil else { continue }
      arrivals[to] = edge
    }
    var (way, state): ([String], Int) = ([], state)
    while let edge = arrivals[state] {
      way.append(edge.label)
      state = edge.from
    }
    return way.reversed()
  }

  /// The graph in the language of Graphviz; a dashed arrow was not taken.
  public var dot: String {
    var lines = ["digraph states {", "  node [shape=box];"]
    for (number, node) in nodes.enumerated() {
      lines.append("  s\(number) [label=\"\(Self.escaped(node, for: "\""))\"];")
    }
    for (number, edge) in edges.enumerated() {
      let label = "label=\"\(Self.escaped(edge.label, for: "\""))\""
      if let to = edge.to {
        lines.append("  s\(edge.from) -> s\(to) [\(label)];")
      } else {
        lines.append("  u\(number) [label=\"?\", shape=plaintext];")
        lines.append("  s\(edge.from) -> u\(number) [\(label), style=dashed];")
      }
    }
    return (lines + ["}"]).joined(separator: "\n")
  }

  /// The graph in the language of Mermaid; a dotted arrow was not taken.
  public var mermaid: String {
    var lines = ["flowchart TD"]
    for (number, node) in nodes.enumerated() {
      lines.append("  s\(number)[\"\(Self.mermaid(node))\"]")
    }
    for (number, edge) in edges.enumerated() {
      let label = Self.mermaid(edge.label)
      if let to = edge.to {
        lines.append("  s\(edge.from) -->|\"\(label)\"| s\(to)")
      } else {
        lines.append("  s\(edge.from) -.->|\"\(label)\"| u\(number)[\"?\"]")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func mermaid(_ text: String) -> String {
    text.replacing("\"", with: "#quot;").replacing("\n", with: "<br/>")
  }

  private static func escaped(_ text: String, for mark: String) -> String {
    text.replacing("\\", with: "\\\\").replacing(mark, with: "\\" + mark)
      .replacing("\n", with: "\\l")
  }
}
