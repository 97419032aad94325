/// The difference between two states of one scene.
///
/// - Complexity: Finding it costs as much as the states differ, whatever they have in common.
public struct NavigationChange: Sendable {
  /// The screens that end, in the order of their endings.
  ///
  /// The topmost is first; the contents of a screen end before it.
  public let left: [NavigationEntry]

  /// The screens that begin, in the order of their beginnings.
  ///
  /// The lowest is first; the contents of a screen begin after it.
  public let entered: [NavigationEntry]

  /// The screens that end, with the roots of the stacks that end as a whole.
  let ended: [NavigationEntry]

  /// The stacks whose screens differ.
  let stacks: [NavigationState.StackID]

  /// True if a tab view appeared, disappeared or shows another tab.
  let changesTabs: Bool

  /// No difference.
  static let none = NavigationChange()

  private init() { (left, entered, ended, stacks, changesTabs) = ([], [], [], [], false) }

  /// Compares two states.
  public init(from old: NavigationState, to new: NavigationState) {
    var ended: [StackPart] = []
    var begun: [StackPart] = []
    for index in old.stacks.indices {
      let id = old.stacks[index].id
      guard let position = new.index(of: id, near: index) else {
        ended.append(StackPart(stack: id, index: index, whole: old.stacks[index].trail))
        continue
      }
      if new.stacks[position].trail.isIdentical(to: old.stacks[index].trail) { continue }
      let (removed, added) = new.stacks[position].trail.difference(from: old.stacks[index].trail)
      if !removed.isEmpty { ended.append(StackPart(stack: id, index: index, entries: removed)) }
      if !added.isEmpty { begun.append(StackPart(stack: id, index: position, entries: added)) }
    }
    for index in new.stacks.indices {
      let id = new.stacks[index].id
      guard old.index(of: id, near: index) == nil else { continue }
      begun.append(StackPart(stack: id, index: index, whole: new.stacks[index].trail))
    }
    self.ended = StackPart.endings(of: ended, in: old)
    left = StackPart.withoutRoots(self.ended)
    entered = StackPart.withoutRoots(StackPart.endings(of: begun, in: new)).upsideDown
    stacks = StackPart.stacks(of: ended, and: begun)
    changesTabs = old.tabs != new.tabs
  }

  /// True if both states show the same screens and tabs.
  public var isEmpty: Bool { left.isEmpty && entered.isEmpty && !changesTabs }
}

/// The entries that one stack has in one state and not in another, from the bottom to the top.
private struct StackPart {
  let stack: NavigationState.StackID
  /// The position of the stack in its state.
  let index: Int
  let entries: [NavigationEntry]

  init(stack: NavigationState.StackID, index: Int, entries: [NavigationEntry]) {
    (self.stack, self.index, self.entries) = (stack, index, entries)
  }

  /// Creates the part of a stack that the other state does not have.
  init(stack: NavigationState.StackID, index: Int, whole trail: Trail) {
    self.init(stack: stack, index: index, entries: trail.reversed())
  }

  /// The stacks whose screens differ; the root of a stack that ends or begins as a whole is none.
  static func stacks(of ended: [StackPart], and begun: [StackPart]) -> [NavigationState.StackID] {
    var stacks: [NavigationState.StackID] = []
    func note(_ parts: [StackPart]) {
      for part in parts
      where part.entries.last?.presentation != .root && !stacks.contains(part.stack) {
        stacks.append(part.stack)
      }
    }
    note(ended)
    note(begun)
    return stacks
  }

  /// The entries without the roots of stacks, which are not visits.
  static func withoutRoots(_ entries: [NavigationEntry]) -> [NavigationEntry] {
    guard entries.contains(where: { $0.presentation == .root }) else { return entries }
    return entries.filter { $0.presentation != .root }
  }

  /// The entries of all parts in the order in which they end.
  static func endings(of parts: [StackPart], in state: NavigationState) -> [NavigationEntry] {
    if parts.count <= 1 { return parts.first?.entries.upsideDown ?? [] }
    let gone = Set(parts.flatMap(\.entries).map(\.id))
    let placed = parts.map { (part: $0, parent: state.parent(of: state.stacks[$0.index])) }
    let isInner = { (parent: NavigationEntry.ID?) in parent.map(gone.contains) ?? false }
    let inner = Dictionary(grouping: placed.filter { isInner($0.parent) }) { $0.parent }
    var ended: [NavigationEntry] = []
    func end(_ part: StackPart) {
      for entry in part.entries.reversed() {
        for shown in (inner[entry.id] ?? []).reversed() { end(shown.part) }
        ended.append(entry)
      }
    }
    // Of the parts whose screens stay, the upper end first, and the outer before the inner.
    let outer = placed.filter { !isInner($0.parent) }
      .map { (part: $0.part, path: path(to: $0.parent, in: state)) }
      .sorted { left, right in
        let difference = zip(left.path, right.path).first { $0 != $1 }
        return difference.map { $0 > $1 } ?? (left.path.count < right.path.count)
      }
    for shown in outer { end(shown.part) }
    return ended
  }

  /// The numbers of the screens that lead to a screen, from the first screen inwards.
  private static func path(
    to entry: NavigationEntry.ID?, in state: NavigationState
  ) -> [Int] {
    guard let entry, let index = state.stackIndex(holding: entry) else { return [] }
    return path(to: state.parent(of: state.stacks[index]), in: state) + [entry.number]
  }
}

extension Array {
  /// The elements in the opposite order; one element is returned without a copy.
  fileprivate var upsideDown: [Element] { count > 1 ? reversed() : self }
}
