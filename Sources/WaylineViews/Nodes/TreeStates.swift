import WaylineGraph

/// The states of a tree of views by structural identity: the way from the root to each node.
///
/// A scene takes them for a snapshot, and writes them back into nodes that stand in the same places,
/// whether or not those are the same nodes.
@MainActor
package struct TreeStates {
  private var states: [UInt64: [CapturedState]] = [:]
  /// The rows that waited for their screen.
  private var waitingRows: Set<UInt64> = []
  /// The rows that wait until the user asks for more.
  private var heldRows: [UInt64: HeldRows] = [:]
  /// The contents of the objects that the states hold.
  private var objects: [ObjectIdentifier: ObjectContents] = [:]

  /// The states of a scene at present.
  ///
  /// - Complexity: O(views with storage).
  package init(of host: ViewHost) {
    host.forEachStoringNode { way, node in
      let captured = node.capturedStates
      if !captured.isEmpty { states[way] = captured }
      for state in captured { ObjectContents.add(of: state.value, to: &objects) }
      node.owner?.forEachHeldObject { ObjectContents.add(of: $1, to: &objects) }
    }
    host.forEachLateRows { way, rows in
      if rows.isWaiting { waitingRows.insert(way) }
      if !rows.heldRows.isEmpty { heldRows[way] = rows.heldRows }
    }
  }

  /// Writes back the states of the views that there are now.
  package func restoreShown(in host: ViewHost) {
    host.forEachStoringNode { way, node in
      if let states = states[way] { node.restore(states) }
    }
    _ = restoreObjects(in: host)
  }

  /// Writes the states back, in as many rounds as new views appear by that.
  package func restore(in host: ViewHost) {
    var written: Set<UInt64> = []
    for _ in 0..<Self.roundLimit {
      var isNew = false
      host.graph.perform { isNew = restoreRows(in: host) }
      host.graph.perform {
        host.forEachStoringNode { way, node in
          guard let states = states[way], written.insert(way).inserted else { return }
          isNew = true
          node.restore(states)
        }
      }
      if !isNew || written.count == states.count { return }
    }
  }

  /// Gives the objects that the states hold their values back.
  ///
  /// - Returns: The variables that have changed since and cannot be brought back.
  package func restoreObjects(in host: ViewHost) -> Set<String> {
    var result = ObjectRestoration()
    for contents in objects.values { result.add(contents.restore()) }
    if result.hasUnknownReaders { host.storingNodes.invalidateReaders() }
    return result.lost
  }

  /// Makes the rows that there were, and discards the others; returns whether rows were made.
  private func restoreRows(in host: ViewHost) -> Bool {
    var isNew = false
    host.forEachLateRows { way, rows in
      let waits = waitingRows.contains(way)
      rows.restore(held: heldRows[way] ?? HeldRows())
      if !waits, rows.isWaiting {
        rows.makeContent()
        isNew = true
      } else if waits, !rows.isWaiting {
        rows.discardContent()
      }
    }
    return isNew
  }

  /// A state may show a view whose state shows another; deeper than this is not restored.
  private static let roundLimit = 16
}

/// An identity that is never used again, such as that of a visit: position stands for it.
package protocol VisitIdentity {}

extension ViewHost {
  /// Feeds the states of all views to a hasher, each with its way from the root.
  ///
  /// An object is hashed once, however many views store it: the rows of a list often have one model.
  ///
  /// - Complexity: O(n log n), where n is the number of views with storage.
  package func hashStates(into hasher: inout ContentHasher) {
    // The views come in the order in which they were made, which is not part of the state.
    var nodes: [(way: UInt64, node: Node)] = []
    forEachStoringNode { nodes.append(($0, $1)) }
    nodes.sort { $0.way < $1.way }
    for (way, node) in nodes {
      hasher.combine(plain: way)
      node.hashStates(into: &hasher)
    }
  }

  /// The states and objects of all views by their content, by the way from the root to each view.
  ///
  /// - Complexity: O(views with storage).
  package var storedContents: [UInt64: [StoredContent]] {
    var contents: [UInt64: [StoredContent]] = [:]
    forEachStoringNode { way, node in contents[way] = node.storedContents }
    return contents
  }

  /// The hash of each state and object that a view stores, by the name of the property with its view and the way to it.
  ///
  /// - Complexity: O(views with storage).
  package var storedHashes: [(name: String, way: UInt64, hash: UInt64)] {
    var hashes: [(name: String, way: UInt64, hash: UInt64)] = []
    forEachStoringNode { way, node in
      guard let owner = node.owner as? any EvaluatingNode else { return }
      for (slot, hash) in node.storedHashes {
        guard let name = owner.plan.name(ofSlot: slot) else { continue }
        hashes.append(("'\(name)' in \(owner.nodeName)", way, hash))
      }
      owner.forEachHeldObject { name, object in
        hashes.append(("'\(name)' in \(owner.nodeName)", way, ContentHasher.hash(of: object)))
      }
    }
    return hashes
  }

  /// The objects that announce their changes and that views store, with the names of their types and views.
  ///
  /// - Complexity: O(views with storage).
  package var storedObjects: [(object: AnyObject, name: String)] {
    var objects: [(object: AnyObject, name: String)] = []
    forEachStoringNode { _, node in objects += node.storedObjects }
    return objects
  }

  /// Runs every body of the visible screens again, as if all inputs had changed; a pure tree shows
  /// the same.
  ///
  /// - Complexity: O(nodes).
  package func runBodiesAgain() {
    guard let root else { return }
    graph.perform {
      Self.visit(root) { node in
        let isCovered = (node.owner as? ViewNode).map { !$0.context.layer.isVisible } ?? false
        if !isCovered { node.invalidate() }
      }
    }
  }

  /// Calls a closure with each node that stores something and the hash of its way from the root.
  func forEachStoringNode(_ body: (UInt64, Node) -> Void) {
    // New nodes are mostly the rows of one list.
    var last: (parent: ViewNode, way: UInt64)?
    storingNodes.forEach(
      placedBy: { node in
        guard let view = node.owner as? ViewNode else { return 0 }
        guard let parent = view.context.parent else { return Self.way(to: view) }
        let above = last?.parent === parent ? last?.way : nil
        let way = above ?? Self.way(to: parent)
        last = (parent, way)
        return Self.way(to: view, in: parent, way)
      }, body)
  }

  /// The nodes that store something or have read an object: collected at the first call, and noted from then on.
  fileprivate var storingNodes: StoringNodes {
    if let known = graph.storingNodes { return known }
    let found = StoringNodes()
    if let root {
      Self.visit(root) { node in
        if node.isStoring { found.insert(node) }
        if node.isReader { found.insert(reader: node) }
      }
    }
    graph.storingNodes = found
    return found
  }

  /// Calls a closure with all rows that wait for their screen, or would, and the hash of their way.
  fileprivate func forEachLateRows(_ body: (UInt64, any LateRows) -> Void) {
    let placed = lateRows.values.sorted { $0.order < $1.order }.map { (Self.way(to: $0), $0) }
    // Rows that the closure discards may hold others, which end with them.
    for (way, rows) in placed where lateRows[ObjectIdentifier(rows)] != nil { body(way, rows) }
  }

  private static func visit(_ node: ViewNode, _ body: (Node) -> Void) {
    if let evaluating = node.evaluating { body(evaluating.graphNode) }
    for child in node.childNodes { visit(child, body) }
  }

  /// The names of the views with a body on the visible screens.
  ///
  /// - Complexity: O(views).
  package var shownViews: Set<String> {
    var names: Set<String> = []
    var known: Set<ObjectIdentifier> = []
    func visit(_ node: ViewNode) {
      if let view = node.evaluating, node.context.layer.isVisible,
        known.insert(ObjectIdentifier(type(of: node))).inserted
      {
        names.insert(view.nodeName)
      }
      for child in node.childNodes { visit(child) }
    }
    if let root { visit(root) }
    return names
  }

  /// The hash of the way from the root to a node.
  /// - Complexity: O(depth).
  package static func way(to node: Node) -> UInt64 {
    (node.owner as? ViewNode).map { way(to: $0) } ?? 0
  }

  private static func way(to node: ViewNode) -> UInt64 {
    guard let parent = node.context.parent else { return 0xCBF2_9CE4_8422_2325 }
    return way(to: node, in: parent, way(to: parent))
  }

  /// The hash of the way to a node below a parent whose way has a hash.
  private static func way(to node: ViewNode, in parent: ViewNode, _ above: UInt64) -> UInt64 {
    var way = above
    if let identity = parent.placeIdentity(of: node) {
      for byte in identity.utf8 { way = (way ^ UInt64(byte)) &* 0x100_0000_01B3 }
    } else {
      let index = parent.childNodes.firstIndex { $0 === node } ?? 0
      way = (way ^ UInt64(index &+ 1)) &* 0x100_0000_01B3
    }
    return way
  }
}
