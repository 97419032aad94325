import WaylineGraph

/// The place of a node in a list, whose rows appear one after the other.
enum RowPlace {
  /// In no list, no lazy stack and no table.
  case outside
  /// In a list, and in no row of a `ForEach`: what stands above, around and below the rows.
  case list
  /// In a row of a `ForEach` of a list.
  case row
}

/// The rows of a `ForEach` that wait until the user asks for more, by their identities.
///
/// A row of a list appears when it is shown. The rows that this adds to the list, at once or by a task, exist
/// and have not appeared: `more` shows them. So a list whose last row loads the next page grows by one page
/// for each request. Source: SwiftUI, where a row of a `List` appears when it is scrolled to.
struct HeldRows: Hashable {
  private var ids: Set<AnyHashable> = []

  /// True if no row waits.
  var isEmpty: Bool { ids.isEmpty }

  /// True if the row with an identity waits.
  func contains(_ id: some Hashable) -> Bool { ids.contains(AnyHashable(id)) }

  /// Adds the row with an identity.
  mutating func insert(_ id: some Hashable) { ids.insert(AnyHashable(id)) }
}

extension Line {
  /// The line that stands for rows that wait.
  static func heldRows(_ count: Int) -> Line {
    Line([.text("… \(count) more \(count == 1 ? "row" : "rows"): more", TextStyle())])
  }
}

extension Page {
  /// Adds the line that stands for rows that wait; two such lines below each other are one.
  mutating func addHeldRows(_ count: Int) {
    if heldRows > 0, lines.last == .heldRows(heldRows) {
      lines[lines.count - 1] = .heldRows(heldRows + count)
      heldRows += count
    } else {
      lines.append(.heldRows(count))
      heldRows = count
    }
  }
}

extension AppearanceNode {
  /// True if it appears because a row does: it lies in a row, or stands below the rows of a list.
  ///
  /// What stands above rows, or around them, appears once and with the list.
  var isOfRow: Bool {
    switch context.rowPlace {
    case .outside: false
    case .row: true
    case .list: !hasRows && isBelowRows
    }
  }

  private var isBelowRows: Bool {
    var node: ViewNode = self
    while node.context.rowPlace == .list, let parent = node.context.parent {
      if parent.childNodes.prefix(while: { $0 !== node }).contains(where: \.hasRows) { return true }
      node = parent
    }
    return false
  }
}

extension ViewNode {
  /// True if it is the rows of a `ForEach`, or has them among its content.
  fileprivate var hasRows: Bool { self is any LateRows || childNodes.contains(where: \.hasRows) }

  /// The nodes that stand below this one in its list; of an outer `ForEach` not the rows below its own.
  fileprivate var nodesBelow: [ViewNode] {
    var (nodes, node): ([ViewNode], ViewNode) = ([], self)
    while node.context.rowPlace != .outside, let parent = node.context.parent {
      if !(parent is any LateRows) {
        nodes += parent.childNodes.drop { $0 !== node }.dropFirst()
      }
      node = parent
    }
    return nodes
  }

  /// Lets what observes its appearance disappear and appear again.
  fileprivate func passByAll() {
    (self as? AppearanceNode)?.passBy()
    for child in childNodes { child.passByAll() }
  }
}

extension LateRows {
  /// Lets the last row, and what stands below the rows, appear again.
  fileprivate func passByEnd() {
    passByWhatIsBelow(context.rowPlace == .list ? childNodes.suffix(1) : [])
  }

  /// Lets what stands below rows appear again, after the bodies of this update: new rows have come above it.
  func passByWhatIsBelow(_ rows: [ViewNode] = []) {
    context.host.graph.attributing(toRow: false) {
      context.host.graph.enqueueEffect { [weak self] in
        for node in rows + (self?.nodesBelow ?? []) { node.passByAll() }
      }
    }
  }
}

extension ViewHost {
  /// True if rows of the visible page wait until the user asks for more.
  package var holdsRows: Bool { !listsWithHeldRows.isEmpty }

  /// Shows the rows of the visible page that wait; the rows that they add wait in their turn.
  ///
  /// Where none wait, what has been at the ends of the lists appears again, and the rows that this adds are
  /// shown: a page that could not be loaded is asked for once more.
  package func showMoreRows() {
    if !holdsRows {
      let lists = listsOnPage { !$0.isVacant }
      graph.perform { for list in lists { list.passByEnd() } }
    }
    let lists = listsWithHeldRows
    graph.perform { for list in lists { list.showHeldRows() } }
  }

  private var listsWithHeldRows: [any LateRows] {
    listsOnPage { !$0.heldRows.isEmpty }
  }
}
