import WaylineGraph
import WaylineSystem

extension ViewHost {
  /// The tree as indented lines, one for each view: its name, its identity among its siblings, its
  /// states, the number of its body runs and the reason of the last.
  ///
  /// - Complexity: O(nodes).
  package func dump() -> [String] {
    var dump = TreeDump()
    if let root {
      dump.collectStates(below: root)
      dump.add(root, identity: nil, depth: 0)
    }
    return dump.lines
  }
}

extension ViewHost {
  /// The bodies that ran after an update, a line for each, parents first, and why they ran last.
  ///
  /// - Complexity: O(nodes).
  package func reasons(after update: Int) -> [String] {
    var dump = TreeDump()
    if let root {
      dump.collectStates(below: root)
      dump.addReasons(below: root, after: update)
    }
    return dump.lines
  }
}

/// Puts the lines of a dump together.
@MainActor
private struct TreeDump {
  var lines: [String] = []
  private var owners: [ObjectIdentifier: String] = [:]
  /// The texts behind the secure fields of the tree.
  private var secrets: [String] = []
  /// The texts of the tree that are redacted, or private.
  private var hidden: [String] = []

  /// Learns which property of which view each source belongs to.
  mutating func collectStates(below node: ViewNode) {
    if let evaluating = node.evaluating {
      for state in evaluating.graphNode.states(evaluating.plan) {
        owners[state.source] = "'\(state.name)' of \(Self.short(evaluating.nodeName))"
      }
    }
    if let secret = (node as? ActingNode)?.content?.secret?(), !secret.isEmpty {
      secrets.append(secret)
    }
    if node.context.redaction?.isHidden == true { collectHidden(in: node) }
    for child in node.childNodes { collectStates(below: child) }
  }

  /// Learns the text of a node that is redacted, or private.
  private mutating func collectHidden(in node: ViewNode) {
    let text = (node as? TextNode)?.original ?? (node as? ElementNode)?.hiddenText
    if let text, !text.isEmpty { hidden.append(text) }
  }

  mutating func addReasons(below node: ViewNode, after update: Int) {
    if let evaluating = node.evaluating, evaluating.graphNode.lastUpdate > update {
      lines.append("\(Self.short(evaluating.nodeName)) \(reason(evaluating.graphNode))")
    }
    for child in node.childNodes { addReasons(below: child, after: update) }
  }

  mutating func add(_ node: ViewNode, identity: String?, depth: Int) {
    let name = node.evaluating?.nodeName ?? node.name
    var identity = identity
    var depth = depth
    if let name {
      lines.append(line(for: node, Self.short(name), identity, depth))
      (identity, depth) = (nil, depth + 1)
    }
    let identities = node.childIdentities
    for (index, child) in node.childNodes.enumerated() {
      let own = index < identities.count ? identities[index] : identity
      add(child, identity: own, depth: depth)
    }
  }

  /// The name of a type without its generic arguments.
  private static func short(_ name: String) -> String {
    String(name.prefix { $0 != "<" })
  }

  private func line(
    for node: ViewNode, _ name: String, _ identity: String?, _ depth: Int
  ) -> String {
    var parts = [name]
    if let identity, !identity.isEmpty {
      parts[0] += (identity.hasPrefix("#") ? " " : " #") + SafeText.line(of: identity)
    }
    if let evaluating = node.evaluating {
      let states = evaluating.graphNode.states(evaluating.plan)
      parts += states.map { "\($0.name): \(text(of: $0))" }
      parts.append(reason(evaluating.graphNode))
    } else if let element = node as? ElementNode {
      let isHidden = element.element.isAction && element.context.redaction?.isHidden == true
      parts[0] += " '\(isHidden ? "********" : element.shown.label)'"
    }
    return String(repeating: "  ", count: depth) + parts.joined(separator: ", ")
  }

  /// The value of a state, unless a secure field or a hidden text shows it or a part of it.
  private func text(of state: StoredState) -> String {
    let isSecret =
      secrets.contains { state.text.contains($0) }
      || !state.text.isEmpty
        && hidden.contains { state.text.contains($0) || $0.contains(state.text) }
    return isSecret ? "********" : SafeText.line(of: state.text)
  }

  private func reason(_ node: Node) -> String {
    let reason =
      switch node.lastCause {
      case .first: "shown"
      case .input: "its parent passed another value"
      case .source(let source): (owners[source] ?? "a value it read") + " changed"
      case .observation: "an observable object it read changed"
      case .property: "one of its properties changed"
      }
    return node.runs == 1 ? "ran once: \(reason)" : "ran \(node.runs) times, last: \(reason)"
  }
}
